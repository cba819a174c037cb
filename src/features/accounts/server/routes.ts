import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Serve } from '#platform/server/http/serve.ts'
import * as passkeyContract from '../contract/passkey.ts'
import * as factorContract from '../contract/second-factor.ts'
import { confirmIdentity as confirmIdentityEndpoint } from '../contract/session.ts'
import * as contract from '../contract.ts'
import { addPasskey } from './add-passkey.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { getMe } from './get-me.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { logIn } from './log-in.ts'
import { logInWithPasskey } from './log-in-with-passkey.ts'
import { logOut } from './log-out.ts'
import type { Caller } from './note-device.ts'
import type { OpenedSession } from './open-session.ts'
import { passSecondFactor } from './pass-second-factor.ts'
import { registerMember } from './register-member.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { removePasskey } from './remove-passkey.ts'
import { renamePasskey } from './rename-passkey.ts'
import { renewSession } from './renew-session.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { resendVerification } from './resend-verification.ts'
import { setUpSecondFactor } from './set-up-second-factor.ts'
import { startAuthenticator } from './start-authenticator.ts'
import { startPasskey } from './start-passkey.ts'
import { startPasskeyConfirmation } from './start-passkey-confirmation.ts'
import { startPasskeyLogin } from './start-passkey-login.ts'
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

  serve(contract.login, async (context, { body }, { request, reply, say }) => {
    const admission = await logIn(context, body, callerOf(request))
    if ('session' in admission) return handOut(admission.session, reply)
    say(admission.challenge.methods.length > 0 ? 'One more step' : 'Please set up a second factor')
    return admission.challenge
  })

  serve(factorContract.passSecondFactor, async (context, { body }, { request, reply }) => {
    const { recoveryCodes, ...session } = await passSecondFactor(context, body, callerOf(request))
    return { ...handOut(session, reply), ...(recoveryCodes && { recoveryCodes }) }
  })

  serve(factorContract.setUpSecondFactor, (context, { body }) => setUpSecondFactor(context, body.challenge))

  serve(passkeyContract.startPasskeyLogin, (context, { body }, { request }) =>
    startPasskeyLogin(context, body.challenge, request.ip),
  )

  serve(passkeyContract.logInWithPasskey, async (context, { body }, { request, reply }) =>
    handOut(await logInWithPasskey(context, body, callerOf(request)), reply),
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

  serve(passkeyContract.startPasskeyConfirmation, (context) => startPasskeyConfirmation(context))

  serve(factorContract.getSecondFactor, (context) => getSecondFactor(context))

  serve(factorContract.startAuthenticator, (context) => startAuthenticator(context))

  serve(factorContract.confirmAuthenticator, async (context, { body }) => ({
    recoveryCodes: await confirmAuthenticator(context, body.code),
  }))

  serve(factorContract.removeAuthenticator, async (context) => {
    await removeAuthenticator(context)
    return null
  })

  serve(factorContract.replaceRecoveryCodes, async (context) => ({
    recoveryCodes: await replaceRecoveryCodes(context),
  }))

  serve(passkeyContract.startPasskey, (context) => startPasskey(context))

  serve(passkeyContract.addPasskey, (context, { body }) => addPasskey(context, body))

  serve(passkeyContract.renamePasskey, async (context, { params, body }) => {
    await renamePasskey(context, params.passkeyId, body.name)
    return null
  })

  serve(passkeyContract.removePasskey, async (context, { params }) => {
    await removePasskey(context, params.passkeyId)
    return null
  })

  serve(contract.verifyEmail, (context, { body }) => verifyEmail(context, body.token))

  serve(contract.resendVerification, async (context) => {
    await resendVerification(context)
    return null
  })

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
