import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PageHandler } from '#app/web/entry.server.tsx'
import { securityHeaders } from '#platform/server/http/security-headers.ts'
import { canonicalAddress } from './canonical-address.ts'
import { type ProviderOrigins, pagePolicy } from './page-policy.ts'
import { publicPages } from './public-pages.ts'
import { type RememberedPage, rememberPage, sendRemembered } from './remembered-page.ts'

const clientFolder = fileURLToPath(new URL('../../../build/client/', import.meta.url))

type Settings = {
  app: FastifyInstance
  renderPage: PageHandler
  publicUrl: string
  /** For the checkout pages alone. */
  providerOrigins: ProviderOrigins
}

/** Serves the web bundle's files and its pages. @returns a function that renders the memory pages beforehand */
export async function servePages({ app, renderPage, publicUrl, providerOrigins }: Settings) {
  const { host } = new URL(publicUrl)
  const headers = securityHeaders({ isSecure: publicUrl.startsWith('https:') })
  const memory = new Map<string, RememberedPage>()
  const hidden = { schema: { hide: true } }

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
      const page = memory.get(path)
      if (!page) return renderInMemory(path, request, reply)
      reply.hijack()
      sendRemembered(page, request.raw, reply.raw)
    })
  }
  app.get('/*', hidden, async (request, reply) => {
    const elsewhere = canonicalAddress(request, publicUrl)
    return elsewhere ? redirect(elsewhere, reply) : sendFresh(await render(request.url), request, reply)
  })

  return async () => {
    for (const path of publicPages) await remember(path)
  }

  async function renderInMemory(path: string, request: FastifyRequest, reply: FastifyReply) {
    const response = await remember(path)
    const page = memory.get(path)
    // A page that failed is not kept: it is tried again next time.
    if (!page) return sendFresh(response, request, reply)
    reply.hijack()
    sendRemembered(page, request.raw, reply.raw)
  }

  async function remember(path: string): Promise<Response> {
    const response = await render(path)
    const html = await response.clone().text()
    if (response.ok) {
      memory.set(path, rememberPage(html, { ...headers, 'content-security-policy': pagePolicy(html) }))
    }
    return response
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
    if (type.startsWith('text/html')) reply.header('content-security-policy', pagePolicy(body, origins))
    // All that anybody may find stands in memory; the rest is somebody's own, or an error.
    reply.header('x-robots-tag', 'noindex')
    return reply.headers(headers).header('cache-control', 'no-store').code(response.status).type(type).send(body)
  }
}

/** The router marks its own answers (data, redirects) with headers that its browser half reads. */
function copyRouterHeaders(headers: Headers, reply: FastifyReply) {
  for (const [name, value] of headers) {
    if (name === 'location' || name.startsWith('x-remix')) reply.header(name, value)
  }
}

function isCheckout(url: string): boolean {
  return /^\/checkout(?:[/?]|$)/.test(url)
}
