import { connect, type Socket } from 'node:net'

/** A client that holds a connection without finishing its request. */
export type SlowClient = {
  kind: SlowKind
  /** Milliseconds until the site cut the connection; undefined while it is open. */
  cutAfter: () => number | undefined
  leave: () => void
}

export type SlowKind = 'head' | 'body' | 'chunks' | 'reading' | 'silence' | 'handshake'

const crlf = '\r\n'

/** The first bytes that each kind of client sends. */
const beginnings: Record<SlowKind, string | Buffer> = {
  head: `GET / HTTP/1.1${crlf}Host: localhost${crlf}`,
  body: `POST /api/contact HTTP/1.1${crlf}Host: localhost${crlf}Content-Type: application/json${crlf}Content-Length: 5000${crlf}${crlf}{`,
  chunks: `POST /api/contact HTTP/1.1${crlf}Host: localhost${crlf}Content-Type: application/json${crlf}Transfer-Encoding: chunked${crlf}${crlf}`,
  // Asks for more responses than the connection can buffer.
  reading: `GET /video/study-world.mp4 HTTP/1.1${crlf}Host: localhost${crlf}${crlf}`.repeat(20),
  silence: '',
  // The start of a TLS handshake.
  handshake: Buffer.from('16030100', 'hex'),
}

/** The bytes that each kind of client then sends every second. */
const continuations: Partial<Record<SlowKind, string>> = {
  head: `X-a: b${crlf}`,
  body: ' ',
  chunks: `1${crlf} ${crlf}`,
}

export function openSlowClient(siteUrl: string, kind: SlowKind): SlowClient {
  const startedAt = performance.now()
  let cutAfter: number | undefined
  const { port } = new URL(siteUrl)
  const socket = connect(Number(port), 'localhost', () => begin(socket, kind))
  const timer = setInterval(() => void socket.write(continuations[kind] ?? ''), 1_000)
  // The test expects the site to cut the connection.
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
