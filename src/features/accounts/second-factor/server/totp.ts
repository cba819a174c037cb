import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30

/** Settings that every authenticator app supports. */
export function createTotp(secret: Buffer): TOTP {
  return new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}

/** @returns the time step of a code, at most one from the current step, or undefined if the code is wrong */
export function findCodeStep(secret: Buffer, code: string, now: Date): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null) return undefined
  return Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta
}
