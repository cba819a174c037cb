import type { Role, SecondFactorMethod } from '../contract.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Time to find the phone; short enough that nobody comes back to an open door. */
export const CHALLENGE_LIFE = 10 * MINUTE

/** How long a browser that the member trusts is not asked for the second factor. */
const TRUST_LIFE = 30 * DAY

export function challengeEnd(now: Date): Date {
  return new Date(now.getTime() + CHALLENGE_LIFE)
}

export function trustEnd(now: Date): Date {
  return new Date(now.getTime() + TRUST_LIFE)
}

/** Whether an address leads only to the machine itself, as while one tries the product out. */
export function isThisMachine(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl)
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Staff see what belongs to others: a password alone must not open that to the whole world (ASVS 6.3.3). */
export function needsSecondFactor(role: Role, publicUrl: string): boolean {
  return role !== 'member' && !isThisMachine(publicUrl)
}

export type Factors = { hasAuthenticator: boolean; passkeys: number }

/**
 * Whether the password opens a session. A passkey that a member has beside the password is another way in, and does
 * not lock the first one: who asks for a second factor has an app, and with it recovery codes.
 */
export function decideAdmission({
  role,
  publicUrl,
  factors,
  trustedUntil,
  now,
}: {
  role: Role
  publicUrl: string
  factors: Factors
  trustedUntil: Date | null
  now: Date
}): 'open-session' | 'ask' | 'set-up' {
  const isNeeded = needsSecondFactor(role, publicUrl)
  if (!(factors.hasAuthenticator || isNeeded)) return 'open-session'
  if (!factors.hasAuthenticator && factors.passkeys === 0) return 'set-up'
  return trustedUntil !== null && now < trustedUntil ? 'open-session' : 'ask'
}

/** What the second step can be answered with. */
export function methodsOf({ hasAuthenticator, passkeys }: Factors): SecondFactorMethod[] {
  return [
    ...(hasAuthenticator ? (['authenticator', 'recovery-code'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ]
}

/** Whether somebody who needs a second factor would be left without one. */
export function isLastFactor({ role, publicUrl, left }: { role: Role; publicUrl: string; left: Factors }): boolean {
  return needsSecondFactor(role, publicUrl) && !left.hasAuthenticator && left.passkeys === 0
}

/** Base32 without letters that look like others (Crockford's). */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** However somebody typed a recovery code: an O can only be a zero, an I or L a one. */
export function normalisedRecoveryCode(typed: string): string {
  const letters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return letters.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** In groups of four, as people read and type: a secret, a recovery code. */
export function inFours(text: string, separator: string): string {
  return text.match(/.{1,4}/g)?.join(separator) ?? ''
}
