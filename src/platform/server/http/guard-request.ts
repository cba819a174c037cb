import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isStorable } from '#platform/shared/text.ts'
import { HttpProblem } from './problem.ts'

/** Refusals that hold for every call of the API, whatever its endpoint (SECURITY §1, §2.3). */
export function guardRequests(app: FastifyInstance, publicUrl: string) {
  const origin = new URL(publicUrl).origin
  app.addHook('onRequest', async (request) => {
    if (hostHeaders(request) !== 1) throw new HttpProblem(403, 'not-allowed', 'This request has no single host.')
    if (changesState(request) && comesFromElsewhere(request, origin)) {
      throw new HttpProblem(403, 'not-allowed', 'This request came from another site.')
    }
  })
  app.addHook('preValidation', async (request) => {
    // PostgreSQL cannot store U+0000 or half a surrogate pair: refused here, not as a surprise there.
    if (hasUnstorableText(request.body)) throw new SyntaxError('The body holds text that cannot be stored')
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

function hasUnstorableText(value: unknown): boolean {
  if (typeof value === 'string') return !isStorable(value)
  if (value === null || typeof value !== 'object' || Buffer.isBuffer(value)) return false
  return Object.entries(value).some(([key, inner]) => !isStorable(key) || hasUnstorableText(inner))
}
