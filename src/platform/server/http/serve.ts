import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#platform/shared/actor.ts'
import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { FileAnswer, LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Context, MemberContext } from '../context.ts'
import { bearerToken } from './bearer-token.ts'
import { envelopeOf } from './envelope.ts'
import { notAllowed, sessionOver } from './problem.ts'

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? Context : MemberContext

/** What few use cases need of HTTP itself: where the call comes from, and cookies. */
type Http = {
  request: FastifyRequest
  reply: FastifyReply
  /** Answers with this sentence in place of the endpoint's, where one call can end in two ways. */
  say: (message: string) => void
}

type Handler<E extends Endpoint> = (
  context: ContextOf<E>,
  input: { params: ParamsOf<E>; query: QueryOf<E>; body: BodyOf<E> },
  http: Http,
) => Promise<ResponseOf<E>>

/** Binds one endpoint of a contract to one use case. */
export type Serve = <E extends Endpoint>(endpoint: E, handle: Handler<E>) => void

export type Wiring = {
  app: FastifyInstance
  contextFor: (request: FastifyRequest) => Context
  /** Whose valid session this access token is, if anyone's. */
  findActor: (context: Context, accessToken: string) => Promise<Actor | undefined>
}

/** Parsing, access and serialising happen here and nowhere else. */
export function makeServe(wiring: Wiring): Serve {
  return (endpoint, handle) => {
    wiring.app.route({
      ...routeOf(endpoint, wiring),
      handler: async (request, reply) => {
        const input = { params: request.params, query: request.query, body: request.body }
        const context = { ...wiring.contextFor(request), actor: request.actor }
        let message = endpoint.message
        const say = (sentence: string) => {
          message = sentence
        }
        const data = await handle(context as never, input as never, { request, reply, say })
        if (endpoint.file) return sendFile(reply, endpoint.file, data as FileAnswer | LargeFileAnswer)
        return { success: true, message, data }
      },
    })
  }
}

/** All of a route but what it does: where it is, who may call it, and what it is told. */
export function routeOf(endpoint: Endpoint, wiring: Wiring) {
  const { params, query, body, response } = endpoint
  return {
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    schema: {
      summary: endpoint.summary,
      tags: [endpoint.path.split('/')[2] ?? 'api'],
      ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(!endpoint.file && !endpoint.events && { response: { 200: envelopeOf(response) } }),
    },
    // Before the input is looked at: a stranger learns nothing from its errors.
    onRequest: endpoint.access === 'public' ? [] : [requireActor(endpoint.access, wiring)],
  }
}

function requireActor(access: Exclude<Access, 'public'>, { contextFor, findActor }: Wiring) {
  return async (request: FastifyRequest) => {
    const token = bearerToken(request.headers.authorization)
    const actor = token && (await findActor(contextFor(request), token))
    if (!actor) throw sessionOver()
    if (access !== 'member' && actor.role !== access) throw notAllowed()
    request.actor = actor
  }
}

/** RFC 6266. Names are ours and plain: none needs to be spelled in another way for an old browser. */
async function sendFile(reply: FastifyReply, type: string, file: FileAnswer | LargeFileAnswer) {
  const { content, name } = file
  if (name !== undefined && !/^[\w.-]+$/.test(name)) throw new Error('The name of a file has to be plain')
  reply.type(type).header('vary', 'authorization')
  if (name) reply.header('content-disposition', `attachment; filename="${name}"`)
  if ('size' in file && file.size !== undefined) reply.header('content-length', file.size)
  if ('cacheControl' in file && file.cacheControl) reply.header('cache-control', file.cacheControl)
  return reply.send(content instanceof Blob ? Buffer.from(await content.arrayBuffer()) : Readable.from(content))
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined
  }
}
