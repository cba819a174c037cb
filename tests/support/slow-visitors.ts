import { connect, type Socket } from 'node:net'

/** Somebody who holds a line without using it well. */
export type SlowVisitor = {
  kind: SlowKind
  /** How long the site bore with them; undefined while it does. */
  cutAfter: () => number | undefined
  leave: () => void
}

export type SlowKind = 'head' | 'body' | 'chunks' | 'reading' | 'silence' | 'handshake'

const crlf = '\r\n'

/** What they begin with. */
const beginnings: Record<SlowKind, string | Buffer> = {
  head: `GET / HTTP/1.1${crlf}Host: localhost${crlf}`,
  body: `POST /api/contact HTTP/1.1${crlf}Host: localhost${crlf}Content-Type: application/json${crlf}Content-Length: 5000${crlf}${crlf}{`,
  chunks: `POST /api/contact HTTP/1.1${crlf}Host: localhost${crlf}Content-Type: application/json${crlf}Transfer-Encoding: chunked${crlf}${crlf}`,
  // More than the line holds by itself.
  reading: `GET /video/study-world.mp4 HTTP/1.1${crlf}Host: localhost${crlf}${crlf}`.repeat(20),
  silence: '',
  // As much of a TLS handshake as says that it is one.
  handshake: Buffer.from('16030100', 'hex'),
}

/** What they go on with, a little of it every second. */
const goingOn: Partial<Record<SlowKind, string>> = { head: `X-a: b${crlf}`, body: ' ', chunks: `1${crlf} ${crlf}` }

export function visitSlowly(siteUrl: string, kind: SlowKind): SlowVisitor {
  const startedAt = performance.now()
  let cutAfter: number | undefined
  const { port } = new URL(siteUrl)
  const socket = connect(Number(port), 'localhost', () => begin(socket, kind))
  const timer = setInterval(() => void socket.write(goingOn[kind] ?? ''), 1_000)
  // A line that is cut is what is waited for.
  socket.on('error', () => {})
  socket.once('close', () => {
    clearInterval(timer)
    cutAfter = performance.now() - startedAt
  })
  return { kind, cutAfter: () => cutAfter, leave: () => socket.destroy() }
}

function begin(socket: Socket, kind: SlowKind) {
  socket.write(beginnings[kind])
  if (kind === 'reading') socket.pause()
  else socket.resume()
}
