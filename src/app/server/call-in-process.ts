import type { FastifyInstance } from 'fastify'
import type { ServerCall } from '#platform/web/server-call.ts'

/** Pages ask the API through the same contract as everybody, without a network in between. */
export function callInProcess(app: FastifyInstance): ServerCall {
  return async (endpoint) => {
    const response = await app.inject({ method: endpoint.method, url: endpoint.path })
    const answer = response.json()
    // The page says the same as the call: come back, and nothing is broken.
    if (response.statusCode === 503) throw new Response(answer.message, { status: 503 })
    if (!answer.success) throw new Error(`${endpoint.path} answered ${response.statusCode} to a page`)
    return answer.data
  }
}
