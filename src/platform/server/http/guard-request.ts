import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStorable } from '#platform/shared/text.ts'
import { isViewToken } from '#platform/shared/view-token.ts'
import { bearerToken } from './bearer-token.ts'
import { HttpProblem, onlyLooking } from './problem.ts'

/** Refusals that hold for every call of the API, whatever its endpoint (SECURITY §1, §2.3). */
export function guardRequests(app: FastifyInstance, publicUrl: string) {
  const origin = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (hostHeaders(request) !== 1) throw new HttpProblem(403, 'not-allowed', 'This request has no single host.')
    if (changesState(request) && comesFromElsewhere(request, origin)) {
      throw new HttpProblem(403, 'not-allowed', 'This request came from another site.')
    }
    // Whatever it is that they would change, also where no login is asked for.
    if (changesState(request) && isViewToken(bearerToken(request.headers.authorization) ?? '')) throw onlyLooking()
  })
  app.addHook('preValidation', async (request) => {
    // PostgreSQL cannot store U+0000 or half a surrogate pair: refused here, not as a surprise there.
    if (hasUnstorableText([request.params, request.query, request.body])) {
      throw new HttpProblem(400, 'invalid-input', 'Please remove the characters that cannot be shown.')
    }
  })
}

function hostHeaders({ raw }: FastifyRequest): number {
  return raw.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
}

function changesState({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

// The provider's webhook has neither header: its signature speaks for it.
function comesFromElsewhere({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return headers.origin !== undefined && headers.origin !== origin
}

// With a list instead of recursion: a body may be nested deeper than the stack is high.
function hasUnstorableText(root: unknown): boolean {
  const open = [root]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value === 'string' && !isStorable(value)) return true
    if (value === null || typeof value !== 'object' || Buffer.isBuffer(value) || value instanceof Readable) continue
    for (const [key, inner] of Object.entries(value)) open.push(key, inner)
  }
  return false
}
