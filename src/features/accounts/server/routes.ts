import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Serve } from '#platform/server/http/serve.ts'
import type { PersonalDataAreas } from '#platform/server/personal-data.ts'
import * as feed from '../contract/calendar-feed.ts'
import * as leaving from '../contract/leaving.ts'
import * as passkeyContract from '../contract/passkey.ts'
import * as passwordContract from '../contract/password.ts'
import * as profile from '../contract/profile.ts'
import * as factorContract from '../contract/second-factor.ts'
import * as sessionContract from '../contract/session.ts'
import * as contract from '../contract.ts'
import { addPasskey } from './add-passkey.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changePassword } from './change-password.ts'
import { confirmAuthenticator } from './confirm-authenticator.ts'
import { confirmIdentity } from './confirm-identity.ts'
import { deleteAccount } from './delete-account.ts'
import { downloadData } from './download-data.ts'
import { endOtherSessions } from './end-other-sessions.ts'
import { endSession } from './end-session.ts'
import { getCalendarFeed } from './get-calendar-feed.ts'
import { getDeletion } from './get-deletion.ts'
import { getMe } from './get-me.ts'
import { getPicture } from './get-picture.ts'
import { getProfile } from './get-profile.ts'
import { getSecondFactor } from './get-second-factor.ts'
import { listSessions } from './list-sessions.ts'
import { logIn } from './log-in.ts'
import { logInWithPasskey } from './log-in-with-passkey.ts'
import { logOut } from './log-out.ts'
import { makeCalendarFeed } from './make-calendar-feed.ts'
import type { Caller } from './note-device.ts'
import type { OpenedSession } from './open-session.ts'
import { passSecondFactor } from './pass-second-factor.ts'
import { registerMember } from './register-member.ts'
import { removeAuthenticator } from './remove-authenticator.ts'
import { removeCalendarFeed } from './remove-calendar-feed.ts'
import { removePasskey } from './remove-passkey.ts'
import { removePicture } from './remove-picture.ts'
import { renamePasskey } from './rename-passkey.ts'
import { renewSession } from './renew-session.ts'
import { replaceRecoveryCodes } from './replace-recovery-codes.ts'
import { requestEmailChange } from './request-email-change.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resendVerification } from './resend-verification.ts'
import { resetPassword } from './reset-password.ts'
import { saveNotifications } from './save-notifications.ts'
import { savePicture } from './save-picture.ts'
import { setUpSecondFactor } from './set-up-second-factor.ts'
import { startAuthenticator } from './start-authenticator.ts'
import { startPasskey } from './start-passkey.ts'
import { startPasskeyConfirmation } from './start-passkey-confirmation.ts'
import { startPasskeyLogin } from './start-passkey-login.ts'
import { updateProfile } from './update-profile.ts'
import { verifyEmail } from './verify-email.ts'

/** A browser that comes back within half a year is known, each login anew. */
const DEVICE_COOKIE_SECONDS = 180 * 86_400

export function accountRoutes(
  serve: Serve,
  { isSecure, personalData }: { isSecure: boolean; personalData: PersonalDataAreas },
) {
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
    return sayGoodbye(reply)
  })

  serve(contract.getMe, async (context) => ({ user: await getMe(context) }))

  serve(sessionContract.confirmIdentity, (context, { body }) => confirmIdentity(context, body))

  serve(sessionContract.listSessions, (context, { query }) => listSessions(context, query))

  serve(sessionContract.endSession, async (context, { params }, { reply }) => {
    const { isThis } = await endSession(context, params.sessionId)
    return isThis ? sayGoodbye(reply) : null
  })

  serve(sessionContract.endOtherSessions, (context) => endOtherSessions(context))

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

  serve(leaving.downloadData, (context) => downloadData(context, personalData))

  serve(leaving.getDeletion, (context) => getDeletion(context, personalData))

  serve(leaving.deleteAccount, async (context, _, { reply }) => {
    await deleteAccount(context, personalData)
    return sayGoodbye(reply)
  })

  serve(passwordContract.forgotPassword, async (context, { body }, { request }) => {
    await requestPasswordReset(context, body, request.ip)
    return null
  })

  serve(passwordContract.resetPassword, async (context, { params, body }, { request }) => {
    await resetPassword(context, { ...body, linkToken: params.token }, request.ip)
    return null
  })

  serve(passwordContract.changePassword, (context, { body }) => changePassword(context, body))
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

  serve(feed.getCalendarFeed, (context) => getCalendarFeed(context))

  serve(feed.makeCalendarFeed, (context) => makeCalendarFeed(context))

  serve(feed.removeCalendarFeed, async (context) => {
    await removeCalendarFeed(context)
    return null
  })

  function callerOf(request: FastifyRequest): Caller {
    return {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      deviceToken: request.cookies[device.name],
    }
  }

  // Of the browser's own memory only: its storage also holds what outlives a login, such as the currency (PRODUCT D1).
  function sayGoodbye(reply: FastifyReply) {
    reply.clearCookie(refresh.name, refresh.options)
    reply.header('clear-site-data', '"cache"')
    return null
  }

  function handOut({ token, user, refreshToken, cookieEndsAt, deviceToken }: OpenedSession, reply: FastifyReply) {
    reply.setCookie(refresh.name, refreshToken, { ...refresh.options, ...(cookieEndsAt && { expires: cookieEndsAt }) })
    if (deviceToken) reply.setCookie(device.name, deviceToken, device.options)
    return { token, user }
  }
}
