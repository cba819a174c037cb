import { Secret, TOTP } from 'otpauth'

const PERIOD_SECONDS = 30

/** What every authenticator app understands, whatever else it could do. */
export function totpOf(secret: Buffer): TOTP {
  return new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  })
}

/** The time step that a code belongs to; clocks may differ by one. Undefined where the code is wrong. */
export function findCodeStep(secret: Buffer, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  if (delta === null) return undefined
  return Math.floor(now.getTime() / 1_000 / PERIOD_SECONDS) + delta
}
