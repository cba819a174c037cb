import type { Role } from './contract.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** PRODUCT D6: so short that a stolen access token dies by itself. */
const ACCESS_TOKEN_LIFE = 15 * MINUTE

/** PRODUCT D6: time for a lost answer to be asked for again. */
const RENEWAL_GRACE = 30_000

/** Long enough for a mail that is read the next evening. */
const VERIFICATION_LIFE = 3 * DAY

/** Long enough to find the mail, too short for whoever reads the mailbox later. */
const PASSWORD_LINK_LIFE = HOUR

/** The owner of the new address waits for it: a day is enough. */
const EMAIL_CHANGE_LIFE = DAY

/** The last moment of a new session, however busy it is (PRODUCT D6). */
export function sessionEnd({ role, keepSignedIn, now }: { role: Role; keepSignedIn: boolean; now: Date }): Date {
  if (role !== 'member') return later(now, 8 * HOUR)
  return later(now, keepSignedIn ? 30 * DAY : 12 * HOUR)
}

export function accessTokenEnd(now: Date): Date {
  return later(now, ACCESS_TOKEN_LIFE)
}

export function renewalGraceEnd(now: Date): Date {
  return later(now, RENEWAL_GRACE)
}

export function verificationEnd(now: Date): Date {
  return later(now, VERIFICATION_LIFE)
}

export function passwordLinkEnd(askedAt: Date): Date {
  return later(askedAt, PASSWORD_LINK_LIFE)
}

export function emailChangeEnd(now: Date): Date {
  return later(now, EMAIL_CHANGE_LIFE)
}

/** Time to reach the person by telephone; the link is not in a mailbox that somebody may read later. */
const OPERATOR_LINK_LIFE = DAY

export function operatorLinkEnd(now: Date): Date {
  return later(now, OPERATOR_LINK_LIFE)
}

/** An invitation to work here: a week, and it goes to the mailbox alone. */
export function invitationEnd(now: Date): Date {
  return later(now, 7 * DAY)
}

type SessionTimes = {
  role: Role
  keepSignedIn: boolean
  lastUsedAt: Date
  expiresAt: Date
}

/** A session ends at its last moment, or when it was not used for a while (PRODUCT D6). */
export function isSessionOver({ role, keepSignedIn, lastUsedAt, expiresAt }: SessionTimes, now: Date): boolean {
  return expiresAt <= now || lastUsedAt <= unusedSince({ role, keepSignedIn }, now)
}

/** A session that was last used then, or before, was unused for too long. */
export function unusedSince({ role, keepSignedIn }: { role: Role; keepSignedIn: boolean }, now: Date): Date {
  if (role !== 'member') return later(now, -15 * MINUTE)
  return keepSignedIn ? new Date(0) : later(now, -HOUR)
}

export type Renewal = 'renew' | 'renew-lost-answer' | 'end-session' | 'refuse'

/**
 * What a presented refresh token is worth. A used one ends the session, because two parties hold it; the one
 * before the current counts once more where its successor shows no sign of having arrived.
 */
export function decideRenewal({
  isEnded,
  isCurrent,
  isPrevious,
  previousValidUntil,
  accessFirstUsedAt,
  now,
  ...times
}: SessionTimes & {
  isEnded: boolean
  isCurrent: boolean
  isPrevious: boolean
  previousValidUntil: Date | null
  accessFirstUsedAt: Date | null
  now: Date
}): Renewal {
  if (isEnded || isSessionOver(times, now)) return 'refuse'
  if (isCurrent) return 'renew'
  const isLostAnswer = isPrevious && previousValidUntil !== null && now <= previousValidUntil && !accessFirstUsedAt
  return isLostAnswer ? 'renew-lost-answer' : 'end-session'
}

/** Long enough to do what one came for, too short for a forgotten browser (ASVS 7.5.1). */
const CONFIRMATION_LIFE = 10 * MINUTE

/** Whether somebody proved who they are a short while ago, as what cannot be undone needs. */
export function isIdentityFresh(confirmedAt: Date, now: Date): boolean {
  return now < later(confirmedAt, CONFIRMATION_LIFE)
}

/** A session's last use is written at most once a minute: reading must not cost a write each time. */
export function isUseWorthNoting(lastUsedAt: Date, now: Date): boolean {
  return later(lastUsedAt, MINUTE) <= now
}

/** What the Privacy Policy promises: days after a session or a link is over, and after a browser was last logged in with. */
export const keptFor = {
  session: { days: 90 },
  device: { days: 180 },
  link: { days: 7 },
} satisfies Record<'session' | 'device' | 'link', { days: number }>

/** SPEC §5: while a mobile number is typed or pasted, only a leading plus and digits stay, 16 characters at most. */
export function mobileAsTyped(value: string): string {
  const plus = value.trimStart().startsWith('+') ? '+' : ''
  return (plus + value.replaceAll(/[^0-9]/g, '')).slice(0, 16)
}

/** An e-mail address as its owner recognises it: a…@example.org. */
export function maskedAddress(email: string): string {
  const [first = ''] = email
  return `${first}…${email.slice(email.lastIndexOf('@'))}`
}

export type PasswordStrength = 'too-short' | 'weak' | 'fair' | 'strong'

/** A hint while typing, no gate: length counts most, and what repeats itself counts little (SECURITY §2.4). */
export function passwordStrength(password: string): PasswordStrength {
  if (password.length < 8) return 'too-short'
  const kinds = [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/].filter((kind) => kind.test(password)).length
  const worth = Math.min(password.length, 2 * new Set(password).size) + 3 * kinds
  if (worth < 14) return 'weak'
  return worth < 22 ? 'fair' : 'strong'
}

function later(moment: Date, milliseconds: number): Date {
  return new Date(moment.getTime() + milliseconds)
}

/** SPEC §2: 100 with a mobile number, else 80 (PRODUCT D13). In percent. */
export function profileCompletion({ mobile }: { mobile: string }): 80 | 100 {
  return mobile === '' ? 80 : 100
}
