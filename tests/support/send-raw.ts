import { connect } from 'node:net'

/** Sends bytes as they are, past every library that would tidy them, and reads what comes until the line is closed. */
export function sendRaw(url: string, ...parts: (string | Buffer)[]): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => {
      for (const part of parts) socket.write(part)
    })
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      received += text
    })
    // A line that is cut is an answer as well.
    socket.on('error', () => resolve(received))
    socket.on('close', () => resolve(received))
  })
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}
