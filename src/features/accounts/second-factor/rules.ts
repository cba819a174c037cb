import { addMilliseconds, DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Role, SecondFactorMethod } from '../contract.ts'

/** Leaves time to find the phone, but not for someone else to come across the unfinished login. */
export const CHALLENGE_LIFETIME = 10 * MINUTE_MS

/** How long a trusted device skips the second factor. */
const DEVICE_TRUST_LIFETIME = 30 * DAY_MS

export function challengeExpiry(now: Date): Date {
  return addMilliseconds(now, CHALLENGE_LIFETIME)
}

export function deviceTrustExpiry(now: Date): Date {
  return addMilliseconds(now, DEVICE_TRUST_LIFETIME)
}

/** Gives the account's owner time to notice the email without making members wait too long. */
const RECOVERY_DELAY = 7 * DAY_MS
const REMINDER_LEAD_TIME = 2 * DAY_MS

/** @returns when a second factor that was reported lost is removed */
export function recoveryDueAt(now: Date): Date {
  return addMilliseconds(now, RECOVERY_DELAY)
}

/** Factors that will be removed by the returned time are due a reminder now. */
export function reminderDueBy(now: Date): Date {
  return addMilliseconds(now, REMINDER_LEAD_TIME)
}

/** True if the address can be reached only from this machine, as in a trial. */
export function isLocalhost(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl)
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}

/** Staff see other people's data, so on a public address a password alone is not enough (ASVS 6.3.3). */
export function needsSecondFactor(role: Role, publicUrl: string): boolean {
  return role !== 'member' && !isLocalhost(publicUrl)
}

export type Factors = { hasAuthenticator: boolean; passkeys: number }

type FactorSituation = { role: Role; publicUrl: string; factors: Factors }

/**
 * A member's passkey is an alternative to the password and does not by itself require a second step. Members who want a
 * second factor set up an app, which comes with recovery codes.
 */
export function decideAdmission({
  role,
  publicUrl,
  factors,
  trustedUntil,
  now,
}: FactorSituation & { trustedUntil: Date | null; now: Date }): 'open-session' | 'ask' | 'set-up' {
  const isNeeded = needsSecondFactor(role, publicUrl)
  if (!(factors.hasAuthenticator || isNeeded)) return 'open-session'
  if (!factors.hasAuthenticator && factors.passkeys === 0) return 'set-up'
  return trustedUntil !== null && now < trustedUntil ? 'open-session' : 'ask'
}

/** The methods that can complete the second step. */
export function listMethods({ hasAuthenticator, passkeys }: Factors): SecondFactorMethod[] {
  return [
    ...(hasAuthenticator ? (['authenticator', 'recovery-code'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ]
}

/** True if a user who needs a second factor would have none left. */
export function lacksRequiredFactor({ role, publicUrl, factors }: FactorSituation): boolean {
  return needsSecondFactor(role, publicUrl) && !factors.hasAuthenticator && factors.passkeys === 0
}

/** Crockford's base32, which omits letters that look like digits. */
export const RECOVERY_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Corrects typing mistakes: an O can only be a zero, and an I or L a one. */
export function normaliseRecoveryCode(typed: string): string {
  const characters = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return characters.replaceAll('O', '0').replaceAll(/[IL]/g, '1')
}

/** Groups of four make secrets and recovery codes easier to read and type. */
export function groupByFour(text: string, separator: string): string {
  return text.match(/.{1,4}/g)?.join(separator) ?? ''
}
