import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStorable } from '../../shared/text.ts'
import { bearerToken, isImpersonationToken } from './bearer-token.ts'
import { HttpError, impersonationIsReadOnly } from './http-error.ts'

const ambiguousHost = () => new HttpError(403, 'not-allowed', 'This request has no single host.')

/**
 * Covers pages, files and the API, because if a request has two Host headers, a proxy may use a different one from
 * ours.
 */
export function refuseAmbiguousHost(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    if (countHostHeaders(request) > 1) throw ambiguousHost()
  })
}

/** Checks every API request, whatever its endpoint. */
export function guardRequests(app: FastifyInstance, publicUrl: string) {
  const origin = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    // A load balancer's HTTP/1.0 health check has no Host header, but every API client sends one.
    if (countHostHeaders(request) === 0) throw ambiguousHost()
    if (changesState(request)) refuseCrossOrigin(request, origin)
    // Impersonation is read-only, even on public endpoints.
    if (changesState(request) && isImpersonationToken(bearerToken(request.headers.authorization) ?? ''))
      throw impersonationIsReadOnly()
  })
  app.addHook('preValidation', async (request) => {
    // PostgreSQL cannot store U+0000 or half a surrogate pair, so refuse them here with a clear message.
    if (hasUnstorableText([request.params, request.query, request.body])) {
      throw new HttpError(400, 'invalid-input', 'Remove the characters that can’t be displayed.')
    }
  })
}

function countHostHeaders({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

function changesState({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** Also for forms that a browser sends to a page. */
export function refuseCrossOrigin(request: FastifyRequest, origin: string) {
  if (isCrossOrigin(request, origin)) throw new HttpError(403, 'not-allowed', 'This request came from another site.')
}

// The payment provider's webhook has neither header; its signature authenticates it.
function isCrossOrigin({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return headers.origin !== undefined && headers.origin !== origin
}

// Uses a list, because recursion over deeply nested JSON would overflow the stack.
function hasUnstorableText(root: unknown): boolean {
  const pending = [root]
  while (pending.length > 0) {
    const value = pending.pop()
    if (typeof value === 'string' && !isStorable(value)) return true
    if (value === null || typeof value !== 'object' || Buffer.isBuffer(value) || value instanceof Readable) continue
    for (const [key, inner] of Object.entries(value)) pending.push(key, inner)
  }
  return false
}
