import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { refuseCrossOrigin } from '#platform/server/http/request-guard.ts'
import { securityHeaders } from '#platform/server/http/security-headers.ts'
import { isLoopback } from '../config/config.ts'
import type { PageHandler } from '../web/entry.server.tsx'
import { bestEncoding, sendCachedPage } from './cached-page.ts'
import { contentSecurityPolicy, type ProviderOrigins } from './content-security-policy.ts'
import { openPageCache, type PageCache } from './page-cache.ts'
import { formPages, publicPages } from './public-pages.ts'
import { SCRIPT_HASHES_HEADER, STYLE_HASH_HEADER } from './script-hashes.ts'

const clientFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url))

/** The same delay as for API calls that return 503. */
const RETRY_AFTER_SECONDS = 5

const FORM_TYPE = 'application/x-www-form-urlencoded'
const MAX_FORM_BYTES = 16_384

type Settings = {
  app: FastifyInstance
  renderPage: PageHandler
  publicUrl: string
  /** Allowed on checkout pages only. */
  providerOrigins: ProviderOrigins
  /** Returns the edition that pages rendered now belong to. */
  readEdition: () => Promise<string>
  /** Lists public pages that depend on the site's content, in addition to those that every site has. */
  listContentPaths: () => Promise<string[]>
  /** Called for each page served from memory. */
  onCacheHit?: (path: string) => void
}

/** Serves the web bundle's files and pages. @returns the page cache, which the caller keeps up to date */
export async function servePages(settings: Settings): Promise<PageCache> {
  const { app, renderPage, publicUrl, providerOrigins, readEdition, listContentPaths, onCacheHit } = settings
  const { host } = new URL(publicUrl)
  const headers = securityHeaders({ isSecure: publicUrl.startsWith('https:') })
  const cache = openPageCache({
    listPaths: async () => [...publicPages, ...(await listContentPaths())],
    render,
    headersFor: (page) => ({ ...headers, ...contentSecurityPolicy(readHashes(page)) }),
    readEdition,
    log: app.log,
  })
  const freshHeaders = { headers, providerOrigins }
  const hidden = { schema: { hide: true } }

  interceptRequests(app.server, (request, response) => {
    if (request.method !== 'GET' || request.headers.host !== host) return false
    const path = request.url ?? ''
    const page = cache.find(path)?.page
    if (!page) return false
    sendCachedPage(page, request, response)
    onCacheHit?.(path)
    return true
  })
  await serveFiles(app, headers)
  for (const route of [...publicPages, '/guides/:slug']) {
    app.get(route, hidden, (request, reply) => {
      const [path = '/'] = request.url.split('?')
      const canonical = request.headers.host === host ? undefined : canonicalUrl(request, publicUrl)
      if (canonical) return redirect(canonical, reply)
      const page = cache.find(path)?.page
      if (!page) return answerUncached(path, request, reply)
      reply.hijack()
      sendCachedPage(page, request.raw, reply.raw)
    })
  }
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_, body, done) =>
      done(null, body),
    )
    for (const route of formPages) {
      forms.post<{ Body: string }>(route, hidden, async (request, reply) => {
        refuseCrossOrigin(request, new URL(publicUrl).origin)
        const form = { method: 'POST', headers: { 'content-type': FORM_TYPE }, body: request.body }
        const answer = await renderPage(new Request(new URL(route, publicUrl), form), request.ip)
        return sendFresh(answer, request, reply, freshHeaders)
      })
    }
  })
  app.get('/*', hidden, async (request, reply) => {
    const canonical = canonicalUrl(request, publicUrl)
    return canonical ? redirect(canonical, reply) : sendFresh(await render(request.url), request, reply, freshHeaders)
  })

  return cache

  async function answerUncached(path: string, request: FastifyRequest, reply: FastifyReply) {
    const cached = cache.find(path) ?? (await cache.renderFirst(path).catch(() => undefined))
    // The page does not exist or failed to render; render it again to answer with the reason.
    if (!cached?.page) return sendFresh(await render(request.url), request, reply, freshHeaders)
    reply.hijack()
    sendCachedPage(cached.page, request.raw, reply.raw)
  }

  function render(address: string): Promise<Response> {
    return renderPage(new Request(new URL(address, publicUrl)))
  }

  function redirect(address: string, reply: FastifyReply) {
    return reply.headers(headers).redirect(address, 308)
  }
}

/**
 * Calls `answer` before the framework sees a request. A page from memory needs no route, request id or log, which
 * together cost as much as serving the page (docs/decisions/0008). While closing, the server passes every request to
 * the framework.
 */
function interceptRequests(server: Server, answer: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const framework = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (server.listening && answer(request, response)) return
    for (const listener of framework) listener(request, response)
  })
}

/** Serves the build's output, which includes the public folder. */
async function serveFiles(app: FastifyInstance, headers: Record<string, string>) {
  await app.register(fastifyStatic, {
    root: clientFolder,
    wildcard: false,
    index: false,
    preCompressed: true,
    maxAge: '1h',
    setHeaders(reply, path) {
      for (const [name, value] of Object.entries(headers)) reply.header(name, value)
      if (/\/(video|images)\//.test(path)) reply.header('cache-control', 'public, max-age=86400')
      // The build puts a content hash into these file names.
      if (path.includes('/assets/')) reply.header('cache-control', 'public, max-age=31536000, immutable')
      // Web mail shows the pictures of emails, which are from another origin there.
      if (path.includes('/images/packages/')) reply.header('cross-origin-resource-policy', 'cross-origin')
      // Stripe's card fields use our font from another origin.
      if (path.endsWith('.woff2'))
        reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    },
  })
}

type FreshPageHeaders = { headers: Record<string, string>; providerOrigins: ProviderOrigins }

async function sendFresh(
  response: Response,
  request: FastifyRequest,
  reply: FastifyReply,
  { headers, providerOrigins }: FreshPageHeaders,
) {
  const body = await response.text()
  const type = response.headers.get('content-type') ?? 'text/plain; charset=utf-8'
  const origins = isCheckout(request.url) ? providerOrigins : undefined
  copyRouterHeaders(response.headers, reply)
  if (type.startsWith('text/html'))
    reply.headers(
      contentSecurityPolicy({
        ...readHashes(response),
        origins,
        showsEmails: isEmailPage(request.url),
      }),
    )
  // Pages for search engines come from memory. All other pages are private or errors.
  reply.header('x-robots-tag', 'noindex')
  reply.headers(headers).header('cache-control', 'no-store').code(response.status).type(type)
  if (response.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS)
  // The page loads resources before its script removes the token from the URL, and a referrer would leak it.
  if (carriesToken(request.url)) reply.header('referrer-policy', 'no-referrer')
  // PayPal's return URL contains the payment and its secret.
  if (isCheckout(request.url) || isConfirmation(request.url)) reply.header('referrer-policy', 'strict-origin')
  return sendCompressed(body, request, reply)
}

/** A response that does not fit the first packets costs a slow phone another round trip. */
async function sendCompressed(body: string, request: FastifyRequest, reply: FastifyReply) {
  const encoding = bestEncoding(String(request.headers['accept-encoding'] ?? ''))
  reply.header('vary', 'accept-encoding')
  if (encoding === 'identity' || body === '') return reply.send(body)
  return reply.header('content-encoding', encoding).send(await compress[encoding](body))
}

const compress = {
  // Smaller than gzip in the same time. Pages in memory are compressed at a higher quality.
  br: (body: string) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: string) => promisify(gzip)(body),
}

/** Returns the hashes set by entry.server.tsx. A page without inline scripts or styles has none. */
function readHashes({ headers }: Response) {
  return {
    scriptHashes: headers.get(SCRIPT_HASHES_HEADER)?.split(' ') ?? [],
    styleHash: headers.get(STYLE_HASH_HEADER),
  }
}

/** The router marks its own responses (data, redirects) with headers that its code in the browser reads. An `action` may say when to try again. */
function copyRouterHeaders(headers: Headers, reply: FastifyReply) {
  for (const [name, value] of headers) {
    if (name === 'location' || name === 'retry-after' || name.startsWith('x-remix')) reply.header(name, value)
  }
}

function carriesToken(url: string): boolean {
  return /^\/(?:reset-password|verify-email|guardian|unsubscribe|undo-email)(?:[/?.]|$)/.test(url)
}

/** Staff preview emails on these pages. */
function isEmailPage(url: string): boolean {
  return /^\/admin\/(?:emails|email-previews)(?:[/?]|$)/.test(url)
}

function isConfirmation(url: string): boolean {
  return /^\/confirmation(?:[/?]|$)/.test(url)
}

function isCheckout(url: string): boolean {
  return /^\/checkout(?:[/?]|$)/.test(url)
}

/**
 * Returns the page's canonical address if the request used a different one, because storage and cookies differ by host
 * name. Only this machine's host names are handled here; the proxy in front handles all others.
 */
export function canonicalUrl({ url, headers }: FastifyRequest, publicUrl: string): string | undefined {
  const path = url.split('?')[0] ?? '/'
  const query = url.slice(path.length)
  const { hostname, port } = new URL(publicUrl)
  const requested = URL.parse(`http://${headers.host}`)
  const isOtherLoopback =
    requested && requested.hostname !== hostname && isLoopback(publicUrl) && isLoopback(requested.href)
  const plainPath = `/${trimSlashes(path)}`
  if (isOtherLoopback && requested.port === port) return `${publicUrl}${plainPath}${query}`
  return plainPath === path ? undefined : `${plainPath}${query}`
}

// Two leading slashes would name another host, and browsers treat a backslash like a slash. A loop avoids the quadratic
// time of a pattern that is anchored at the end.
function trimSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path[start] === '/' || path[start] === '\\') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}
