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
import { publicUrl, type ServerCall, serverCall } from '#platform/web/server-call.ts'
import { startAfterLoad } from './start-after-load.ts'

export type PageHandler = (request: Request) => Promise<Response>

/** Where pages get everything from that is not in the bundle. */
export type PageSource = { call: ServerCall; publicUrl: string }

/** The bundle has its own copy of the router, so the server asks the bundle itself for pages. */
export function createPageHandler(
  build: ServerBuild,
  mode: 'production' | 'development',
  site: PageSource,
): PageHandler {
  const handle = createRequestHandler(build, mode)
  return (request) => {
    const context = new RouterContextProvider()
    context.set(serverCall, site.call)
    context.set(publicUrl, site.publicUrl)
    return handle(request, context)
  }
}

/** A page is sent whole: its inline scripts are hashed into the content policy before the first byte leaves. */
export default function renderDocument(request: Request, status: number, headers: Headers, router: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={router} url={request.url} />, {
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(text(pipe(new PassThrough())).then((html) => new Response(prepare(html), { status, headers })))
      },
      onShellError: reject,
      onError: reject,
    })
  })
}

/** While developing, the page is left as React made it: it compares each attribute. */
function prepare(html: string): string {
  return import.meta.env.DEV ? html : startAfterLoad(html)
}
