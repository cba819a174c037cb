import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { documentScript, publicUrl, type ServerCall, serverCall } from '#platform/web/server-call.ts'
import { hashScript, hashScripts, SCRIPT_HASHES_HEADER } from '../page-server/script-hashes.ts'
import { deferScripts } from './defer-scripts.ts'
import { speculationRules } from './document/speculation-rules.ts'
import { firstPaintScript } from './first-paint.ts'

export type PageHandler = (request: Request) => Promise<Response>

/** Gives pages the data that is not part of the bundle. */
export type PageSource = { call: ServerCall; publicUrl: string }

/** The bundle has its own copy of the router, so only the bundle itself can render its pages. */
export function createPageHandler(
  build: ServerBuild,
  mode: 'production' | 'development',
  site: PageSource & { documentScript: string },
): PageHandler {
  const handle = createRequestHandler(build, mode)
  return (request) => {
    const context = new RouterContextProvider()
    context.set(serverCall, site.call)
    context.set(publicUrl, site.publicUrl)
    context.set(documentScript, site.documentScript)
    return handle(request, context)
  }
}

/**
 * Sends the page as a whole, because its header contains the hashes of its inline scripts. Only our own scripts are
 * hashed: the first-paint script, and those of the router and React, which carry this page's nonce.
 */
export default function renderDocument(request: Request, status: number, headers: Headers, router: EntryContext) {
  const nonce = crypto.randomUUID()
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(
          text(pipe(new PassThrough())).then((page) => {
            const { html, hashes } = hashScripts(page, nonce)
            headers.set(SCRIPT_HASHES_HEADER, [...ownScripts.map(hashScript), ...hashes].join(' '))
            return new Response(prepare(html), { status, headers })
          }),
        )
      },
      onShellError: reject,
      onError: reject,
    })
  })
}

const ownScripts = [firstPaintScript, speculationRules]

/** In development the page stays unchanged, because React compares every attribute. */
function prepare(html: string): string {
  return import.meta.env.DEV ? html : deferScripts(html)
}
