import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { endpointUrl } from '#platform/shared/endpoint-url.ts'
import type { ServerCall } from '#platform/web/server-call.ts'
import type { createPageHandler, PageHandler, PageSource, SubmitForm } from '../web/entry.server.tsx'

/** Pages call the API through the same contract as browsers, but without a network in between. */
export function callInProcess(app: FastifyInstance): ServerCall {
  return createServerCall(async ({ method }, url) => {
    const response = await app.inject({ method, url })
    return { status: response.statusCode, body: response.json() }
  })
}

/** Sends a visitor's form to the API, which checks it like any other request. */
export function submitInProcess(app: FastifyInstance): SubmitForm {
  return async (endpoint, input, remoteAddress) => {
    const { method } = endpoint
    const payload = input.body as object | undefined
    const url = endpointUrl(endpoint, input)
    const response = await app.inject({ method, url, remoteAddress, ...(payload && { payload }) })
    const { data, message } = response.json()
    const retryAfter = response.headers['retry-after']
    if (response.statusCode === 200) return { status: 200, data }
    return { status: response.statusCode, message, ...(typeof retryAfter === 'string' && { retryAfter }) }
  }
}

type Answer = { status: number; body: { success: boolean; message?: string; data?: unknown } }

/** Turns an API response into page data. @param send sends the request to the API */
export function createServerCall(send: (endpoint: Endpoint, url: string) => Promise<Answer>): ServerCall {
  return async (endpoint, input) => {
    const { status, body } = await send(endpoint, endpointUrl(endpoint, input ?? {}))
    // The page then returns 503 too, with the API's message.
    if (status === 503) throw new Response(body.message, { status: 503 })
    if (!body.success) throw new Error(`${endpoint.path} answered ${status} to a page`)
    return body.data as never
  }
}

export type WebBundle = ServerBuild & { entry: { module: { createPageHandler: typeof createPageHandler } } }

/** In development, Vite serves the script from here. */
export const documentScriptSource = 'src/app/web/document/start-document.ts'

function readClientFile(path: string): Buffer {
  return readFileSync(new URL(`../../../build/client${path}`, import.meta.url))
}

/** Loads the built pages. The bundle has its own copy of every module, so it gets data only through `site`. */
export async function loadWebBundle(site: PageSource): Promise<PageHandler> {
  const address = new URL('../../../build/server/index.js', import.meta.url)
  const bundle: WebBundle = await import(address.href)
  const scripts = JSON.parse(readClientFile('/.vite/document-scripts.json').toString())
  const documentScript = `/${scripts[documentScriptSource].file}`
  return bundle.entry.module.createPageHandler(bundle, 'production', {
    ...site,
    documentScript,
    readFile: readClientFile,
  })
}
