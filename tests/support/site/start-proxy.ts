import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { findProgram } from './find-program.ts'
import { makeCertificate } from './make-certificate.ts'
import { freePort } from './start-site.ts'

export const haproxy = findProgram('haproxy')

const { key, cert } = makeCertificate('localhost')

/** A fake site process behind the proxy. */
export type Upstream = { port: number; isReady: boolean; seen: IncomingMessage[]; stop: () => Promise<void> }

type Respond = (request: IncomingMessage, response: ServerResponse) => void

export async function startUpstream(
  respond: Respond = (_, response) => void response.end('a page'),
): Promise<Upstream> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/healthz') return void response.end()
    if (incoming.url === '/readyz') return void response.writeHead(upstream.isReady ? 200 : 503).end()
    upstream.seen.push(incoming)
    incoming.resume()
    respond(incoming, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const upstream: Upstream = { port, isReady: true, seen: [], stop: () => stop(server) }
  return upstream
}

async function stop(server: Server) {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

type Ports = Awaited<ReturnType<typeof findPorts>>

/** Starts HAProxy with the configuration file in operations/, in front of two processes. */
export async function startProxy(first: { port: number }, second: { port: number }, ports?: Ports) {
  const folder = mkdtempSync(join(tmpdir(), 'futureworld-proxy-'))
  const { plain, secure } = ports ?? (await findPorts())
  writeFileSync(join(folder, 'certificate.pem'), cert + key, { mode: 0o644 })
  const program = spawn(haproxy ?? '', ['-db', '-f', 'operations/haproxy/haproxy.cfg'], {
    env: {
      ...process.env,
      LISTEN_HTTP: `127.0.0.1:${plain}`,
      LISTEN_HTTPS: `127.0.0.1:${secure}`,
      CERTIFICATES: join(folder, 'certificate.pem'),
      SITE_ONE: `127.0.0.1:${first.port}`,
      SITE_TWO: `127.0.0.1:${second.port}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  program.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  program.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()))
  const log = () => output.join('')
  const proxy = {
    plain,
    secure,
    log,
    ask: (path: string, options: RequestOptions = {}) => ask(secure, path, options),
    /** Waits until HAProxy's log contains this text, because only its health checks notice a change. */
    untilLogged: (text: string | RegExp) => expect.poll(log, { timeout: 10_000, interval: 20 }).toMatch(text),
    async [Symbol.asyncDispose]() {
      program.kill('SIGKILL')
      await once(program, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await expect
    .poll(() => proxy.ask('/').then(({ status }) => status, String), { timeout: 10_000, interval: 50 })
    .toEqual(expect.any(Number))
  return proxy
}

export async function findPorts() {
  return { plain: await freePort(), secure: await freePort() }
}

type RequestOptions = { method?: string; headers?: Record<string, string>; body?: Buffer }
type Answer = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

function ask(port: number, path: string, { method = 'GET', headers = {}, body }: RequestOptions): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const outgoing = request({ port, host: 'localhost', ca: cert, path, method, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = []
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', reject)
    answer.on('end', () => {
      resolve({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks).toString() })
    })
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}
