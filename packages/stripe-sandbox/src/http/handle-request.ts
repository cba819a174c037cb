import type { IncomingMessage, ServerResponse } from 'node:http'
import type { SandboxControl } from '../control/control.ts'
import { answerControlCall, isFromThisMachine } from '../control/control-routes.ts'
import { ApiError } from '../wire/api-error.ts'
import { type ApiParts, answerApiCall } from './answer-api-call.ts'
import { corsHeaders, cutLine } from './api-reply.ts'
import { answerAuthentication, describeAuthentication, parseAuthenticationAddress } from './authentication-page.ts'
import { type BrowserFiles, sendBrowserFile, sendPage } from './browser-files.ts'
import { readBody } from './receive-call.ts'

export interface Surface {
  api: ApiParts
  control: SandboxControl
  browserFiles: BrowserFiles
}

export async function handleRequest(
  surface: Surface,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    await route(surface, request, response)
  } catch (error) {
    if (surface.api.closing.aborted) return cutLine(response)
    const isExpected = error instanceof ApiError
    if (!isExpected) console.error('The sandbox failed to answer a request.', error)
    sendError(response, isExpected ? error : new ApiError(500, { type: 'api_error', message: 'The sandbox failed.' }))
  }
}

async function route(surface: Surface, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://sandbox').pathname
  if (path === '/_sandbox' || path.startsWith('/_sandbox/')) {
    return answerControlCall(surface.control, request, response)
  }
  if (request.method === 'OPTIONS') {
    response.writeHead(204, corsHeaders).end()
    return
  }
  if (path.startsWith('/v1/')) return answerApiCall(surface.api, request, response)
  if (path.startsWith('/authenticate/') || path.startsWith('/paypal/'))
    return answerCardholder(surface, request, response)
  if (request.method === 'GET' && path === '/') return sendControlPage(surface, request, response)
  if (request.method === 'GET' && sendBrowserFile(surface.browserFiles, path, response)) return
  sendError(response, new ApiError(404, { type: 'invalid_request_error', message: `Nothing is served at ${path}.` }))
}

/** Serves the page only to callers on this machine. The page itself calls `/_sandbox`. */
function sendControlPage({ browserFiles }: Surface, request: IncomingMessage, response: ServerResponse): void {
  if (!isFromThisMachine(request)) {
    const message = 'This page is only for people at the machine that the sandbox runs on.'
    throw new ApiError(403, { type: 'invalid_request_error', message })
  }
  sendPage(browserFiles, '/', response)
}

async function answerCardholder(surface: Surface, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://sandbox')
  const isQuestion = pathname.endsWith('/payment')
  const address = parseAuthenticationAddress(pathname.replace(/\/payment$/, ''))
  if (!address) throw new ApiError(404, { type: 'invalid_request_error', message: 'No such authentication.' })
  const { provider } = surface.api
  if (request.method === 'POST') {
    const outcome = new URLSearchParams(await readBody(request)).get('outcome') ?? ''
    // If the attempt is over, this changes nothing, and the page then shows the payment's status.
    return sendJson(response, answerAuthentication(provider, address, outcome) ?? { location: null })
  }
  if (isQuestion) return sendJson(response, { payment: describeAuthentication(provider, address) })
  sendPage(surface.browserFiles, address.page, response)
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.writeHead(200, { ...corsHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}

function sendError(response: ServerResponse, { status, details }: ApiError): void {
  if (response.headersSent) {
    cutLine(response)
    return
  }
  response.writeHead(status, { ...corsHeaders, 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: details }))
}
