import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { TestApp } from '../app/start-app.ts'

type Owner = Awaited<ReturnType<TestApp['member']>>

/** The code that an authenticator app shows at this moment. */
export function totpCode(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
}

/** A member with an enabled authenticator app. The clock has moved on, so the app's next code differs from the last. */
export async function memberWithApp(app: TestApp) {
  const member = await app.member()
  return { ...member, ...(await enableAuthenticatorApp(app, member)) }
}

export async function enableAuthenticatorApp(app: TestApp, member: Pick<Owner, 'post'>) {
  const { secret } = (await member.post('/api/account/authenticator')).body.data
  const code = totpCode(secret, app.clock.now())
  const { status, body } = await member.post('/api/account/authenticator/confirmation', { code })
  expect(status).toBe(200)
  app.clock.advance({ seconds: 30 })
  return { secret: secret as string, recoveryCodes: body.data.recoveryCodes as string[] }
}

/**
 * Logs in in two steps: with the password, then with further proof.
 * @returns the response to the second step
 */
export async function logInWithProof(app: TestApp, { person }: Pick<Owner, 'person'>, proof: object, headers = {}) {
  const { challenge } = (await app.logIn(person)).body.data
  return app.stranger().post('/api/auth/second-factor', { challenge, ...proof }, headers)
}
