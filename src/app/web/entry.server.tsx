import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import {
  createRequestHandler,
  type EntryContext,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { type ServerCall, serverCall } from '#platform/web/server-call.ts'

export type PageHandler = (request: Request) => Promise<Response>

/** The bundle has its own copy of the router, so the server asks the bundle itself for pages. */
export function createPageHandler(
  build: ServerBuild,
  mode: 'production' | 'development',
  call: ServerCall,
): PageHandler {
  const handle = createRequestHandler(build, mode)
  return (request) => {
    const context = new RouterContextProvider()
    context.set(serverCall, call)
    return handle(request, context)
  }
}

/** A page is sent whole: its inline scripts are hashed into the content policy before the first byte leaves. */
export default function renderDocument(request: Request, status: number, headers: Headers, router: EntryContext) {
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={router} url={request.url} />, {
      onAllReady() {
        const body = new PassThrough()
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
        pipe(body)
      },
      onShellError: reject,
      onError: reject,
    })
  })
}
