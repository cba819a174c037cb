import { connect } from 'node:net'

/** Sends raw bytes, which no library can tidy up, and reads until the connection closes. */
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
    // If the connection is cut, what has arrived so far counts as the response.
    socket.on('error', () => resolve(received))
    socket.on('close', () => resolve(received))
  })
}

export function parseStatus(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1])
}
