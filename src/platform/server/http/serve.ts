import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Actor } from '../../shared/actor.ts'
import type { Access, BodyOf, Endpoint, ParamsOf, QueryOf, ResponseOf } from '../../shared/endpoint.ts'
import type { FileResponse, LargeFileResponse } from '../../shared/file-response.ts'
import { Refused } from '../../shared/refused.ts'
import { type MissingProof, proofNeeded } from '../../shared/step-up.ts'
import type { Context, MemberContext } from '../context.ts'
import { bearerToken } from './bearer-token.ts'
import { notAllowed, sessionExpired } from './http-error.ts'

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? Context : MemberContext

/** The caller's address and cookies, which few use cases need. */
type Http = {
  request: FastifyRequest
  reply: FastifyReply
  /** Replaces the endpoint's message, for calls with two possible outcomes. */
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
  /** Returns the session's actor, or undefined if the token is invalid. */
  findActor: (context: Context, accessToken: string) => Promise<Actor | undefined>
  /** Returns the proof that the actor must still give before this call, if any. */
  findMissingProof: FindMissingProof
}

export type FindMissingProof = (
  context: Context,
  actor: Actor,
  needed: NonNullable<ReturnType<typeof proofNeeded>>,
) => Promise<MissingProof | undefined>

/** The only place for parsing, access checks and serialisation. */
export function makeServe(wiring: Wiring): Serve {
  return (endpoint, handle) => {
    wiring.app.route({
      ...createRoute(endpoint, wiring),
      handler: async (request, reply) => {
        const input = { params: request.params, query: request.query, body: request.body }
        const context = { ...wiring.contextFor(request), actor: request.actor }
        let message = endpoint.message
        const say = (newMessage: string) => {
          message = newMessage
        }
        const data = await handle(context as never, input as never, { request, reply, say })
        if (endpoint.file) return sendFile(reply, endpoint.file, data as FileResponse | LargeFileResponse)
        return { success: true, message, data }
      },
    })
  }
}

/** Everything about a route except its handler. */
export function createRoute(endpoint: Endpoint, wiring: Wiring) {
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
      ...(!endpoint.file && !endpoint.events && { response: { 200: createEnvelope(response) } }),
    },
    // Runs before validation, so that strangers learn nothing from its errors.
    onRequest: endpoint.access === 'public' ? [] : [requireActor(endpoint, endpoint.access, wiring)],
  }
}

function requireActor(
  endpoint: Endpoint,
  access: Exclude<Access, 'public'>,
  { contextFor, findActor, findMissingProof }: Wiring,
) {
  const proof = proofNeeded(endpoint)
  return async (request: FastifyRequest) => {
    const token = bearerToken(request.headers.authorization)
    const actor = token && (await findActor(contextFor(request), token))
    if (!actor) throw sessionExpired()
    if (access !== 'member' && actor.role !== access) throw notAllowed()
    request.actor = actor
    const missing = proof && (await findMissingProof(contextFor(request), actor, proof))
    if (missing) throw new Refused(missing)
  }
}

/** RFC 6266. File names are plain ASCII, so no encoding for old browsers is needed. */
async function sendFile(reply: FastifyReply, type: string, file: FileResponse | LargeFileResponse) {
  const { content, name } = file
  if (name !== undefined && !/^[\w.-]+$/.test(name))
    throw new Error('A file name in a header must be plain ASCII without spaces')
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

/** The envelope of every successful response. Its schema removes fields that the contract does not list. */
function createEnvelope(data: z.ZodType) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data })
}
