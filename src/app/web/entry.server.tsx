import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

// The bundle has its own copy of the router: the server takes these from here, so that both speak of the same one.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { serverCall } from '#platform/web/server-call.ts'

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
