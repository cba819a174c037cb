import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageHandler } from '#app/web/entry.server.tsx'
import { securityHeaders } from '#platform/server/http/security-headers.ts'
import { canonicalAddress } from './canonical-address.ts'
import { openPageMemory, type PageMemory } from './page-memory.ts'
import { type ProviderOrigins, pagePolicy } from './page-policy.ts'
import { publicPages } from './public-pages.ts'
import { bestEncoding, sendRemembered } from './remembered-page.ts'

const clientFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url))

/** As calls say it that cannot be answered now. */
const RETRY_AFTER_SECONDS = 5

type Settings = {
  app: FastifyInstance
  renderPage: PageHandler
  publicUrl: string
  /** For the checkout pages alone. */
  providerOrigins: ProviderOrigins
  /** Names what public pages would be made of now. */
  readEdition: () => Promise<string>
  /** Called for each page that is answered from memory. */
  onRemembered?: (path: string) => void
}

/** Serves the web bundle's files and its pages. @returns the pages in memory, which are to be kept new */
export async function servePages(settings: Settings): Promise<PageMemory> {
  const { app, renderPage, publicUrl, providerOrigins, readEdition, onRemembered } = settings
  const { host } = new URL(publicUrl)
  const headers = securityHeaders({ isSecure: publicUrl.startsWith('https:') })
  const memory = openPageMemory({
    paths: publicPages,
    render,
    headersFor: (html) => ({ ...headers, 'content-security-policy': pagePolicy(html) }),
    readEdition,
    log: app.log,
  })
  const hidden = { schema: { hide: true } }

  answerBefore(app.server, (request, response) => {
    if (request.method !== 'GET' || request.headers.host !== host) return false
    const path = request.url ?? ''
    const page = memory.find(path)?.page
    if (!page) return false
    sendRemembered(page, request, response)
    onRemembered?.(path)
    return true
  })
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    maxAge: '1h',
    setHeaders(reply, path) {
      for (const [name, value] of Object.entries(headers)) reply.header(name, value)
      if (path.includes('/video/')) reply.header('cache-control', 'public, max-age=86400')
      // The build names these files by their content.
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
    },
  })

  for (const path of publicPages) {
    app.get(path, hidden, (request, reply) => {
      const elsewhere = request.headers.host === host ? undefined : canonicalAddress(request, publicUrl)
      if (elsewhere) return redirect(elsewhere, reply)
      const page = memory.find(path)?.page
      if (!page) return answerWithoutMemory(path, request, reply)
      reply.hijack()
      sendRemembered(page, request.raw, reply.raw)
    })
  }
  app.get('/*', hidden, async (request, reply) => {
    const elsewhere = canonicalAddress(request, publicUrl)
    return elsewhere ? redirect(elsewhere, reply) : sendFresh(await render(request.url), request, reply)
  })

  return memory

  async function answerWithoutMemory(path: string, request: FastifyRequest, reply: FastifyReply) {
    const known = memory.find(path) ?? (await memory.recall(path).catch(() => undefined))
    // There is no such page now, or it failed: then the answer says how.
    if (!known?.page) return sendFresh(await render(path), request, reply)
    reply.hijack()
    sendRemembered(known.page, request.raw, reply.raw)
  }

  function render(address: string): Promise<Response> {
    return renderPage(new Request(new URL(address, publicUrl)))
  }

  function redirect(address: string, reply: FastifyReply) {
    return reply.headers(headers).redirect(address, 308)
  }

  async function sendFresh(response: Response, request: FastifyRequest, reply: FastifyReply) {
    const body = await response.text()
    const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8'
    const origins = isCheckout(request.url) ? providerOrigins : undefined
    copyRouterHeaders(response.headers, reply)
    const showsLetters = isLetterPage(request.url)
    if (type.startsWith('text/html'))
      reply.header('content-security-policy', pagePolicy(body, origins, { showsLetters }))
    // All that anybody may find stands in memory; the rest is somebody's own, or an error.
    reply.header('x-robots-tag', 'noindex')
    reply.headers(headers).header('cache-control', 'no-store').code(response.status).type(type)
    if (response.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
    // Until its script has taken the token out of the address, whatever the page loads would name it.
    if (carriesToken(request.url)) reply.header('referrer-policy', 'no-referrer')
    // PayPal's way back names the payment and its secret.
    if (isCheckout(request.url) || isConfirmation(request.url)) reply.header('referrer-policy', 'strict-origin')
    return sendEncoded(body, request, reply)
  }
}

/**
 * Asks `answer` before the framework sees a request: a page from memory needs no route, no request id and no log, which
 * together cost as much as the page (docs/decisions/0008). A server that is closing leaves all to the framework.
 */
function answerBefore(server: Server, answer: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const framework = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (server.listening && answer(request, response)) return
    for (const listener of framework) listener(request, response)
  })
}

/** An answer that is longer than the first packets costs a slow telephone a round trip more. */
async function sendEncoded(body: string, request: FastifyRequest, reply: FastifyReply) {
  const encoding = bestEncoding(String(request.headers['accept-encoding'] ?? ''))
  reply.header('vary', 'accept-encoding')
  if (encoding === 'identity' || body === '') return reply.send(body)
  return reply.header('content-encoding', encoding).send(await compress[encoding](body))
}

const compress = {
  // Smaller than gzip in the same time; what is remembered is worth more.
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: string) => promisify(gzip)(body),
}

/** The router marks its own answers (data, redirects) with headers that its browser half reads. */
function copyRouterHeaders(headers: Headers, reply: FastifyReply) {
  for (const [name, value] of headers) {
    if (name === 'location' || name.startsWith('x-remix')) reply.header(name, value)
  }
}

function carriesToken(url: string): boolean {
  return /^\/(?:reset-password|guardian|unsubscribe)(?:[/?.]|$)/.test(url)
}

/** Where staff look at letters as mail programs show them. */
function isLetterPage(url: string): boolean {
  return /^\/admin\/(?:mails|mail-preview)(?:[/?]|$)/.test(url)
}

function isConfirmation(url: string): boolean {
  return /^\/confirmation(?:[/?]|$)/.test(url)
}

function isCheckout(url: string): boolean {
  return /^\/checkout(?:[/?]|$)/.test(url)
}
