import type { FastifyReply } from 'fastify'
import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { getMe } from './get-me.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import type { OpenedSession } from './open-session.ts'
import { registerMember } from './register-member.ts'
import { renewSession } from './renew-session.ts'
import { resendVerification } from './resend-verification.ts'
import { verifyEmail } from './verify-email.ts'

export function accountRoutes(serve: Serve, { isSecure }: { isSecure: boolean }) {
  // The name with the prefix binds the cookie to https; plain http exists on this machine only (SECURITY §2.1).
  const name = isSecure ? '__Secure-refresh' : 'refresh'
  const cookie = { path: '/api/auth/refresh', httpOnly: true, sameSite: 'strict', secure: isSecure } as const

  serve(contract.register, (context, { body }, { request }) => registerMember(context, body, request.ip))

  serve(contract.login, async (context, { body }, { request, reply }) => {
    const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    return handOut(await logIn(context, body, from), reply)
  })

  serve(contract.renewSession, async (context, _, { request, reply }) => {
    const refreshToken = request.cookies[name]
    const session = refreshToken ? await renewSession(context, refreshToken) : undefined
    if (session) return handOut(session, reply)
    reply.clearCookie(name, cookie)
    return null
  })

  serve(contract.logout, async (context, _, { reply }) => {
    await logOut(context)
    reply.clearCookie(name, cookie)
    return null
  })

  serve(contract.getMe, async (context) => ({ user: await getMe(context) }))

  serve(contract.verifyEmail, (context, { body }) => verifyEmail(context, body.token))

  serve(contract.resendVerification, async (context) => {
    await resendVerification(context)
    return null
  })

  function handOut({ token, user, refreshToken, cookieEndsAt }: OpenedSession, reply: FastifyReply) {
    reply.setCookie(name, refreshToken, { ...cookie, ...(cookieEndsAt && { expires: cookieEndsAt }) })
    return { token, user }
  }
}
