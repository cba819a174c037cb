import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../login/server/known-devices.ts'
import type { Admission } from '../login/server/log-in.ts'
import type { OpenedSession } from '../login/server/open-session.ts'

/** A browser stays known for half a year after its latest login. */
const DEVICE_COOKIE_SECONDS = 180 * 86_400

export type SessionCookies = ReturnType<typeof sessionCookies>

/** Sets, reads and clears the login cookies. */
export function sessionCookies({ isSecure }: { isSecure: boolean }) {
  // The `__Secure-` prefix makes browsers require https. Only a local trial runs on plain http.
  const prefix = isSecure ? '__Secure-' : ''
  const safe = { httpOnly: true, sameSite: 'strict', secure: isSecure } as const
  const refresh = { name: `${prefix}refresh`, options: { ...safe, path: '/api/auth/refresh' } }
  const device = { name: `${prefix}device`, options: { ...safe, path: '/api/auth', maxAge: DEVICE_COOKIE_SECONDS } }

  return { readCaller, readRefreshToken, clearRefreshToken, sendAdmission, sendTokens, clearLogin }

  function readCaller(request: FastifyRequest): Caller {
    return {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      deviceToken: request.cookies[device.name],
    }
  }

  function readRefreshToken(request: FastifyRequest): string | undefined {
    return request.cookies[refresh.name]
  }

  function clearRefreshToken(reply: FastifyReply) {
    reply.clearCookie(refresh.name, refresh.options)
    return null
  }

  /** A challenge is not a login yet, so it sets no cookies. */
  function sendAdmission(admission: Admission, reply: FastifyReply) {
    return 'session' in admission ? sendTokens(admission.session, reply) : admission.challenge
  }

  function sendTokens({ token, user, refreshToken, cookieEndsAt, deviceToken }: OpenedSession, reply: FastifyReply) {
    reply.setCookie(refresh.name, refreshToken, { ...refresh.options, ...(cookieEndsAt && { expires: cookieEndsAt }) })
    if (deviceToken) reply.setCookie(device.name, deviceToken, device.options)
    return { token, user }
  }

  // Clears only the cache, because the browser's storage also holds data that outlives a login, such as the currency
  // (PRODUCT D1).
  function clearLogin(reply: FastifyReply) {
    reply.header('clear-site-data', '"cache"')
    return clearRefreshToken(reply)
  }
}
