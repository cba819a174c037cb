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
import type { Endpoint, InputOf } from '#platform/shared/endpoint.ts'
import {
  documentScript,
  fileReader,
  publicUrl,
  type ServerAnswer,
  type ServerCall,
  serverCall,
  serverSubmit,
} from '#platform/web/server-call.ts'
import { hashScripts, hashText, SCRIPT_HASHES_HEADER, STYLE_HASH_HEADER } from '../page-server/script-hashes.ts'
import { deferScripts } from './defer-scripts.ts'
import {
  type FileReader,
  finishDocument,
  finishRouterPage,
  isDocument,
  startsOnUse,
} from './document/finish-document.ts'
import { speculationRules } from './document/speculation-rules.ts'
import { firstPaintScript } from './first-paint.ts'

/** @param visitor the address of whoever sends a form */
export type PageHandler = (request: Request, visitor?: string) => Promise<Response>

export type SubmitForm = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  visitor: string,
) => Promise<ServerAnswer<E>>

/** Gives pages the data that is not part of the bundle. */
export type PageSource = { call: ServerCall; submit: SubmitForm; publicUrl: string }

/** The bundle has its own copy of the router, so only the bundle itself can render its pages. */
export function createPageHandler(
  build: ServerBuild,
  mode: 'production' | 'development',
  site: PageSource & { documentScript: string; readFile?: FileReader },
): PageHandler {
  const handle = createRequestHandler(build, mode)
  return (request, visitor = '') => {
    const context = new RouterContextProvider()
    context.set(serverCall, site.call)
    context.set(serverSubmit, (endpoint, input) => site.submit(endpoint, input, visitor))
    context.set(publicUrl, site.publicUrl)
    context.set(documentScript, site.documentScript)
    context.set(fileReader, site.readFile)
    return handle(request, context)
  }
}

/**
 * Sends the page as a whole, because its header contains the hashes of its inline scripts. Only our own scripts are
 * hashed: the first-paint script, and those of the router and React, which carry this page's nonce.
 */
export default function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
) {
  const nonce = crypto.randomUUID()
  return new Promise<Response>((resolve, reject) => {
    const { pipe } = renderToPipeableStream(<ServerRouter context={router} url={request.url} nonce={nonce} />, {
      nonce,
      onAllReady() {
        headers.set('content-type', 'text/html; charset=utf-8')
        resolve(
          text(pipe(new PassThrough())).then((page) => {
            const { html, hashes } = hashScripts(page, nonce)
            headers.set(SCRIPT_HASHES_HEADER, [...ownScripts.map(hashText), ...hashes].join(' '))
            return finish(html, { status, headers }, context.get(fileReader))
          }),
        )
      },
      onShellError: reject,
      onError: reject,
    })
  })
}

const ownScripts = [firstPaintScript, speculationRules]

function finish(html: string, answer: { status: number; headers: Headers }, readFile: FileReader | undefined) {
  // In development the page stays unchanged, because React compares every attribute.
  if (!readFile) return new Response(html, answer)
  if (!isDocument(html) && !startsOnUse(html)) return new Response(deferScripts(html), answer)
  const { html: finished, style } = isDocument(html)
    ? finishDocument(html, readFile)
    : finishRouterPage(deferScripts(html), readFile)
  answer.headers.set(STYLE_HASH_HEADER, hashText(style))
  return new Response(finished, answer)
}
