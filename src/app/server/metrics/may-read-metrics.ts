import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { bearerToken } from '#platform/server/http/bearer-token.ts'
import { isLoopback } from '../config.ts'

/** Whoever has the token, where there is one. Without one, whoever asks on this machine itself. */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return comesFromThisMachine(request)
  const given = bearerToken(request.headers.authorization)
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token))
}

/** What proxies add of those for whom they ask. */
const marksOfProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/** A proxy on this machine asks from here as well, but by the site's public name, and most say for whom. */
function comesFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isFromHere = /^(::1|(::ffff:)?127\.[0-9.]+)$/.test(socket.remoteAddress ?? '')
  const isPassedOn = marksOfProxies.some((name) => headers[name] !== undefined)
  return isFromHere && !isPassedOn && isLoopback(`http://${headers.host}`)
}

function hashOf(text: string) {
  return createHash('sha256').update(text).digest()
}
