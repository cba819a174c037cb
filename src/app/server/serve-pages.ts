import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageHandler } from '#app/web/entry.server.tsx'
import { type ProviderOrigins, pagePolicy } from './page-policy.ts'

/** Pages that are the same for everybody: rendered once, then answered from memory. */
const memoryPages = [
  '/',
  '/services/my-future',
  '/services/study-world',
  '/services/biz-future',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
]

const clientFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url))

type Page = { status: number; html: Buffer; gzip: Buffer; brotli: Buffer; etag: string; policy: string }

type Settings = {
  app: FastifyInstance
  renderPage: PageHandler
  publicUrl: string
  /** For the checkout pages alone. */
  providerOrigins: ProviderOrigins
}

/** Serves the web bundle's files and its pages. @returns a function that renders the memory pages beforehand */
export async function servePages({ app, renderPage, publicUrl, providerOrigins }: Settings) {
  const memory = new Map<string, Promise<Page>>()

  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    immutable: false,
    maxAge: '1h',
    setHeaders(reply, path) {
      // The build names these files by their content.
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const path = request.url.split('?')[0] ?? '/'
    const elsewhere = canonicalAddress(request, path, publicUrl)
    if (elsewhere) return reply.redirect(elsewhere, 308)
    if (memoryPages.includes(path)) return sendFromMemory(await remembered(path), request, reply)
    return sendFresh(path, request, reply)
  })

  return async () => {
    for (const path of memoryPages) await remembered(path)
  }

  function remembered(path: string): Promise<Page> {
    const known = memory.get(path)
    if (known) return known
    const page = renderForMemory(path)
    memory.set(path, page)
    // A page that failed, or is not there, is asked for again next time.
    page.then(({ status }) => status === 200 || memory.delete(path)).catch(() => memory.delete(path))
    return page
  }

  async function renderForMemory(path: string): Promise<Page> {
    const response = await renderPage(new Request(new URL(path, publicUrl)))
    const text = await response.text()
    const html = Buffer.from(text)
    return {
      status: response.status,
      html,
      gzip: gzipSync(html),
      brotli: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      etag: createHash('sha256').update(html).digest('base64url').slice(0, 24),
      policy: pagePolicy(text),
    }
  }

  async function sendFresh(path: string, request: FastifyRequest, reply: FastifyReply) {
    const response = await renderPage(new Request(new URL(request.url, publicUrl)))
    const body = await response.text()
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8'
    copyRouterHeaders(response.headers, reply)
    if (type.startsWith('text/html')) {
      reply.header('content-security-policy', pagePolicy(body, isCheckout(path) ? providerOrigins : undefined))
    }
    return reply.code(response.status).header('cache-control', 'no-store').type(type).send(body)
  }
}

/** The router marks its own answers (data, redirects) with headers that its browser half reads. */
function copyRouterHeaders(headers: Headers, reply: FastifyReply) {
  for (const [name, value] of headers) {
    if (name === 'location' || name.startsWith('x-remix')) reply.header(name, value)
  }
}

function isCheckout(path: string): boolean {
  return path === '/checkout' || path.startsWith('/checkout/')
}

function sendFromMemory(page: Page, request: FastifyRequest, reply: FastifyReply) {
  reply
    .header('content-security-policy', page.policy)
    .header('cache-control', 'public, max-age=0, must-revalidate')
    .header('vary', 'accept-encoding')
    .type('text/html; charset=utf-8')
  const accepted = request.headers['accept-encoding'] ?? ''
  const [encoding, body] = bestEncoding(page, accepted)
  const etag = `"${page.etag}-${encoding}"`
  reply.header('etag', etag)
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).send(body)
}

function bestEncoding(page: Page, accepted: string): ['br' | 'gzip' | 'identity', Buffer] {
  if (/\bbr\b/.test(accepted)) return ['br', page.brotli]
  if (/\bgzip\b/.test(accepted)) return ['gzip', page.gzip]
  return ['identity', page.html]
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Storage and cookies differ by host name, so one page has one address. */
function canonicalAddress(request: FastifyRequest, path: string, publicUrl: string): string | undefined {
  const query = request.url.slice(path.length)
  const { hostname, port } = new URL(publicUrl)
  const asked = URL.parse(`http://${request.headers.host}`)
  const isOtherLoopback =
    asked && loopbackHosts.has(hostname) && loopbackHosts.has(asked.hostname) && asked.hostname !== hostname
  if (isOtherLoopback && asked.port === port) return `${publicUrl}${path}${query}`
  if (path.length > 1 && path.endsWith('/')) return `${path.replace(/\/+$/, '').replace(/^\/+/, '/') || '/'}${query}`
  return undefined
}
