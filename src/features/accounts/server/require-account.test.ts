import { afterAll, expect, test } from 'vitest'
import type { MemberContext } from '#platform/server/context.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { requestEmailChange } from '../email-address/server/change-email.ts'
import { resendVerification } from '../email-address/server/send-verification.ts'
import { changePassword } from '../passwords/server/change-password.ts'
import { updateNotificationPreferences } from '../profile/server/notification-preferences.ts'
import { savePicture } from '../profile/server/picture.ts'
import { updateProfile } from '../profile/server/profile.ts'
import { startAuthenticator } from '../second-factor/server/authenticator.ts'
import { findActor } from '../sessions/server/find-actor.ts'

const app = await startApp()
afterAll(app.close)

const guardian = { name: 'Anne', email: 'anne@example.org' }
const onePixelPng = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Calls that were authorised before the session was revoked, for example by a password change, but run afterwards. */
const calls: [string, (context: MemberContext) => Promise<unknown>][] = [
  ['an email change', (context) => requestEmailChange(context, 'thief@example.org')],
  ['authenticator setup', (context) => startAuthenticator(context)],
  ['resending the verification', (context) => resendVerification(context)],
  ['a profile update', (context) => updateProfile(context, { guardian }, async () => undefined)],
  [
    'notification preferences',
    (context) => updateNotificationPreferences(context, { choices: [{ kind: 'news', channel: 'sms', isOn: true }] }),
  ],
  ['a picture upload', (context) => savePicture(context, { image: onePixelPng })],
  [
    'a password change',
    (context) => changePassword(context, { currentPassword: 'a long enough password', password: 'three green boats' }),
  ],
]

const tracesQuery = `select id, first_name, guardian_name, guardian_email, password_hash,
    ((select count(*) from email_verification where account_id = account.id and expires_at > now())
    + (select count(*) from authenticator where account_id = account.id)
    + (select count(*) from notification_choice where account_id = account.id)
    + (select count(*) from account_picture where account_id = account.id))::text as traces
  from account where id = $1`

test.each(calls)('rejects a call if its session was revoked in the meantime: %s', async (_, call) => {
  const ada = await app.quickMember()
  const actor = await findActor(app.context, ada.token)
  if (!actor) throw new Error('The token has no session')
  await app.rows('update session set ended_at = now() where account_id = $1', ada.id)
  const before = await app.rows(tracesQuery, ada.id)

  await expect(call({ ...app.context, actor })).rejects.toMatchObject({ status: 401, code: 'session-expired' })

  expect(await app.rows(tracesQuery, ada.id)).toEqual(before)
})
