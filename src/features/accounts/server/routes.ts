import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Serve } from '#platform/server/http/serve.ts'
import * as profile from '../contract/profile.ts'
import { confirmIdentity as confirmIdentityEndpoint } from '../contract/session.ts'
import * as contract from '../contract.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { getMe } from './get-me.ts'
import { getPicture } from './get-picture.ts'
import { getProfile } from './get-profile.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'
import type { Caller } from './note-device.ts'
import type { OpenedSession } from './open-session.ts'
import { registerMember } from './register-member.ts'
import { removePicture } from './remove-picture.ts'
import { renewSession } from './renew-session.ts'
import { requestEmailChange } from './request-email-change.ts'
import { resendVerification } from './resend-verification.ts'
import { saveNotifications } from './save-notifications.ts'
import { savePicture } from './save-picture.ts'
import { updateProfile } from './update-profile.ts'
import { verifyEmail } from './verify-email.ts'

/** A browser that comes back within half a year is known, each login anew. */
const DEVICE_COOKIE_SECONDS = 180 * 86_400

export function accountRoutes(serve: Serve, { isSecure }: { isSecure: boolean }) {
  // The name with the prefix binds the cookie to https; plain http exists on this machine only (SECURITY §2.1).
  const prefix = isSecure ? '__Secure-' : ''
  const safe = { httpOnly: true, sameSite: 'strict', secure: isSecure } as const
  const refresh = { name: `${prefix}refresh`, options: { ...safe, path: '/api/auth/refresh' } }
  const device = { name: `${prefix}device`, options: { ...safe, path: '/api/auth', maxAge: DEVICE_COOKIE_SECONDS } }

  serve(contract.register, (context, { body }, { request }) => registerMember(context, body, request.ip))

  serve(contract.login, async (context, { body }, { request, reply }) =>
    handOut(await logIn(context, body, callerOf(request)), reply),
  )

  serve(contract.renewSession, async (context, _, { request, reply }) => {
    const refreshToken = request.cookies[refresh.name]
    const session = refreshToken ? await renewSession(context, refreshToken) : undefined
    if (session) return handOut(session, reply)
    reply.clearCookie(refresh.name, refresh.options)
    return null
  })

  serve(contract.logout, async (context, _, { reply }) => {
    await logOut(context)
    reply.clearCookie(refresh.name, refresh.options)
    return null
  })

  serve(contract.getMe, async (context) => ({ user: await getMe(context) }))

  serve(confirmIdentityEndpoint, (context, { body }) => confirmIdentity(context, body))

  serve(contract.verifyEmail, (context, { body }) => verifyEmail(context, body.token))

  serve(contract.resendVerification, async (context) => {
    await resendVerification(context)
    return null
  })

  serve(profile.getProfile, (context) => getProfile(context))

  serve(profile.updateProfile, (context, { body }) => updateProfile(context, body))

  serve(profile.saveNotifications, (context, { body }) => saveNotifications(context, body.choices))

  serve(profile.requestEmailChange, (context, { body }) => requestEmailChange(context, body.email))

  serve(profile.cancelEmailChange, async (context) => {
    await cancelEmailChange(context)
    return null
  })

  serve(profile.savePicture, (context, { body }) => savePicture(context, body))

  serve(profile.getPicture, (context, { query }) => getPicture(context, query.v))

  serve(profile.removePicture, (context) => removePicture(context))

  function callerOf(request: FastifyRequest): Caller {
    return {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      deviceToken: request.cookies[device.name],
    }
  }

  function handOut({ token, user, refreshToken, cookieEndsAt, deviceToken }: OpenedSession, reply: FastifyReply) {
    reply.setCookie(refresh.name, refreshToken, { ...refresh.options, ...(cookieEndsAt && { expires: cookieEndsAt }) })
    if (deviceToken) reply.setCookie(device.name, deviceToken, device.options)
    return { token, user }
  }
}
