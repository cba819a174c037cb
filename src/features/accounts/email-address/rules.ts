import { addMilliseconds, DAY_MS } from '#platform/shared/durations.ts'

/** Leaves time to read the email the next evening. */
const VERIFICATION_LIFETIME = 3 * DAY_MS

/** A day is enough, because the owner of the new address is waiting for the email. */
const EMAIL_CHANGE_LIFETIME = DAY_MS

export function verificationExpiry(now: Date): Date {
  return addMilliseconds(now, VERIFICATION_LIFETIME)
}

/** Leaves time for members who do not read their email every day. */
const EMAIL_UNDO_LIFETIME = 7 * DAY_MS

export function emailUndoExpiry(now: Date): Date {
  return addMilliseconds(now, EMAIL_UNDO_LIFETIME)
}

/** @returns when the address was changed, calculated from the undo link's expiry */
export function emailUndoStart(expiresAt: Date): Date {
  return addMilliseconds(expiresAt, -EMAIL_UNDO_LIFETIME)
}

export function emailChangeExpiry(now: Date): Date {
  return addMilliseconds(now, EMAIL_CHANGE_LIFETIME)
}

/** Masks an email address so that its owner still recognises it, such as a…@example.org. */
export function maskAddress(email: string): string {
  const [initial = ''] = email
  return `${initial}…${email.slice(email.lastIndexOf('@'))}`
}
