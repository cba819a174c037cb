import { type IncomingMessage, type Server, type ServerResponse, request as sendRequest } from 'node:http'
import { relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import type { Config } from '#app/config/config.ts'
import { createServerCall, documentScriptSource, type WebBundle } from '#app/page-server/web-bundle.ts'
import type { PageSource } from '#app/web/entry.server.tsx'
import { endpointUrl } from '#platform/shared/endpoint-url.ts'
import type { Rerun } from './rerun-site.ts'

/** Server files never load browser code, see `server-never-loads-browser` in dependency-cruiser.mjs. */
const isSiteFile = (file: string) =>
  /^(?:src|packages|migrations)\/.+\.(?:ts|js|css|html|txt|sql)$/.test(file) && !/\/web\/|\.test\./.test(file)

/**
 * Serves pages from source for `npm run dev`, so that a changed component appears immediately. Other requests go to the
 * site, which restarts when its own sources change. There is no content policy, because Vite writes inline scripts and
 * styles.
 */
export async function serveDevPages(server: Server, { publicUrl, dataDirectory }: Config, site: Rerun) {
  const vite = await openVite(server, dataDirectory)
  let isFailed = false
  vite.watcher.on('all', (_, path) => {
    if (isSiteFile(relative(vite.config.root, path).replaceAll(sep, '/'))) site.restart()
    // A page that shows an error does not reload by itself.
    else if (isFailed) reload()
  })
  const pages = {
    publicUrl,
    call: callSite(site),
    submit: submitToSite(site),
    documentScript: `/${documentScriptSource}`,
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Vite calls this for requests that it does not handle.
    vite.middlewares(request, response, () => respond(request, response).catch((error) => sendError(error, response)))
  })
  // Preloaded while the site starts, so that the first page does not have to wait.
  loadBuild().catch(() => {})
  return {
    reload,
    showError: ({ message, stack = '' }: Error) => vite.ws.send({ type: 'error', err: { message, stack } }),
    close: () => vite.close(),
  }

  function reload() {
    isFailed = false
    vite.ws.send({ type: 'full-reload' })
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'POST' && !request.url?.startsWith('/api/'))
      return sendPage(await readForm(request), response)
    const siteResponse = await requestSite(await site.address(), request, response)
    if (siteResponse.statusCode !== 404 || request.url?.startsWith('/api/'))
      return forwardResponse(siteResponse, response)
    // Any address that the site does not handle is a page.
    siteResponse.resume()
    await sendPage(new Request(new URL(request.url ?? '', publicUrl)), response)
  }

  async function readForm(request: IncomingMessage): Promise<Request> {
    const headers = { 'content-type': request.headers['content-type'] ?? '' }
    return new Request(new URL(request.url ?? '', publicUrl), { method: 'POST', headers, body: await text(request) })
  }

  async function sendPage(request: Request, response: ServerResponse) {
    const build = await loadBuild()
    const render = build.entry.module.createPageHandler(build, 'development', pages)
    const page = await render(request)
    response.writeHead(page.status, Object.fromEntries(page.headers))
    response.end(await page.text())
  }

  async function loadBuild() {
    return (await vite.ssrLoadModule('virtual:react-router/server-build')) as WebBundle
  }

  function sendError(error: Error, response: ServerResponse) {
    if (response.headersSent) return response.destroy()
    isFailed = true
    vite.ssrFixStacktrace(error)
    const trace = stripVTControlCharacters(error.stack ?? error.message)
    response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
    response.end(errorPage(trace))
  }
}

async function openVite(server: Server, dataDirectory: string) {
  const { createServer } = await import('vite')
  const notSources = [dataDirectory, resolve('build')]
  return createServer({
    server: {
      middlewareMode: true,
      hmr: { server },
      cors: false,
      watch: { ignored: (path: string) => notSources.some((folder) => path.startsWith(folder)) },
    },
    // Found at startup, because a dependency discovered later would reload every open page.
    optimizeDeps: { entries: ['src/**/web/**/!(*.test).tsx'] },
    appType: 'custom',
    configLoader: 'native',
    clearScreen: false,
  })
}

function callSite(site: Rerun): PageSource['call'] {
  return createServerCall(async ({ method }, url) => {
    const response = await fetch(`${await site.address()}${url}`, { method })
    return { status: response.status, body: await response.json() }
  })
}

function submitToSite(site: Rerun): PageSource['submit'] {
  return async (endpoint, input) => {
    const response = await fetch(`${await site.address()}${endpointUrl(endpoint, input)}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input.body),
    })
    return { status: response.status, ...((await response.json()) as { message: string }) }
  }
}

function requestSite(address: string, request: IncomingMessage, response: ServerResponse): Promise<IncomingMessage> {
  const { method, url, headers } = request
  const siteRequest = sendRequest(`${address}${url}`, { method, headers })
  response.once('close', () => siteRequest.destroy())
  request.pipe(siteRequest)
  return new Promise((resolve, reject) => siteRequest.once('response', resolve).once('error', reject))
}

function forwardResponse(siteResponse: IncomingMessage, response: ServerResponse) {
  response.writeHead(siteResponse.statusCode ?? 500, siteResponse.headers).flushHeaders()
  pipeline(siteResponse, response, () => {})
}

/** Reloads when the site answers again. */
function errorPage(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<!doctype html><title>Error</title><script type="module" src="/@vite/client"></script><pre>${escaped}</pre>`
}
