import { addMilliseconds, DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { Role } from '../contract.ts'

/** PRODUCT D6: short, so that a stolen access token soon expires. */
const ACCESS_TOKEN_LIFETIME = 15 * MINUTE_MS

/** PRODUCT D6: time to repeat a request whose response was lost, in milliseconds. */
const REFRESH_GRACE = 30_000

/** @returns when a new session ends even if it is in use (PRODUCT D6) */
export function sessionExpiry({ role, keepSignedIn, now }: { role: Role; keepSignedIn: boolean; now: Date }): Date {
  if (role !== 'member') return addMilliseconds(now, 8 * HOUR_MS)
  return addMilliseconds(now, keepSignedIn ? 30 * DAY_MS : 12 * HOUR_MS)
}

export function accessTokenExpiry(now: Date): Date {
  return addMilliseconds(now, ACCESS_TOKEN_LIFETIME)
}

export function refreshGraceExpiry(now: Date): Date {
  return addMilliseconds(now, REFRESH_GRACE)
}

type SessionTimes = {
  role: Role
  keepSignedIn: boolean
  lastUsedAt: Date
  expiresAt: Date
}

/** A session ends when it expires or has been idle for too long (PRODUCT D6). */
export function isSessionExpired({ role, keepSignedIn, lastUsedAt, expiresAt }: SessionTimes, now: Date): boolean {
  return expiresAt <= now || lastUsedAt <= idleCutoff({ role, keepSignedIn }, now)
}

/** A session last used at or before this time has been idle for too long. */
export function idleCutoff({ role, keepSignedIn }: { role: Role; keepSignedIn: boolean }, now: Date): Date {
  if (role !== 'member') return addMilliseconds(now, -15 * MINUTE_MS)
  return keepSignedIn ? new Date(0) : addMilliseconds(now, -HOUR_MS)
}

type RefreshDecision = 'renew' | 'repeat-renewal' | 'end-session' | 'refuse'

/**
 * Reusing a refresh token ends the session, because two parties must have it. The previous token works a second time
 * only if its successor was never used, because that means the response was lost.
 */
export function decideRefresh({
  endedAt,
  isCurrent,
  isPrevious,
  previousRefreshValidUntil,
  accessFirstUsedAt,
  now,
  ...times
}: SessionTimes & {
  endedAt: Date | null
  isCurrent: boolean
  isPrevious: boolean
  previousRefreshValidUntil: Date | null
  accessFirstUsedAt: Date | null
  now: Date
}): RefreshDecision {
  if (endedAt || isSessionExpired(times, now)) return 'refuse'
  if (isCurrent) return 'renew'
  const isRecent = previousRefreshValidUntil !== null && now <= previousRefreshValidUntil
  const isLostAnswer = isPrevious && isRecent && !accessFirstUsedAt
  return isLostAnswer ? 'repeat-renewal' : 'end-session'
}

/** Leaves time to finish the task in progress, but not for someone who finds an unattended browser (ASVS 7.5.1). */
const RECENT_LOGIN_LIFETIME = 10 * MINUTE_MS

/** Irreversible actions need a recent proof of identity. */
export function isLoginRecent(confirmedAt: Date, now: Date): boolean {
  return now < addMilliseconds(confirmedAt, RECENT_LOGIN_LIFETIME)
}

/** Use is recorded at most once a minute, so that not every read causes a write. */
export function isUseWorthRecording(lastUsedAt: Date, now: Date): boolean {
  return addMilliseconds(lastUsedAt, MINUTE_MS) <= now
}

/**
 * Promised in the Privacy Policy: the number of days after a session or link ends, or after the last login with a
 * browser.
 */
export const retention = {
  session: { days: 90 },
  device: { days: 180 },
  link: { days: 7 },
} satisfies Record<'session' | 'device' | 'link', { days: number }>
