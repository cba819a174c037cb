import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { TestApp } from '../app/start-app.ts'

type Owner = Awaited<ReturnType<TestApp['member']>>

/** The code that an authenticator app shows at this moment. */
export function totpCode(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
}

/** A member with an enabled authenticator app. The clock has moved on, so the next code is a new one. */
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

/** Both steps of a login: the password, then another proof. @returns the answer to the second step */
export async function logInWithProof(app: TestApp, { person }: Pick<Owner, 'person'>, proof: object, headers = {}) {
  const { challenge } = (await app.logIn(person)).body.data
  return app.stranger().post('/api/auth/second-factor', { challenge, ...proof }, headers)
}
