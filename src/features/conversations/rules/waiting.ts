import { addSpan } from '#platform/shared/calendar.ts'

/** Somebody who writes five lines in five messages is one letter to the company. */
const QUIET_MS = 15 * 60_000

/** What the Privacy Policy promises: long enough to look up what was advised, and not for ever. */
const KEPT = { months: 36 }

/** A mail that was taken in is delivered again within days, if at all. */
const NAMES_KEPT = { days: 90 }

type Standing = { waitingSince: Date | null; lastMessageAt: Date }

/** Later than any moment of ours, and still a year of four digits. */
const FAR_AWAY = Date.UTC(4000, 0, 1)

/**
 * The one moment by which the company's list is sorted, rising: whoever waits stands at the moment since when they do,
 * and all others far behind them, the newest first.
 */
export function listedAt({ waitingSince, lastMessageAt }: Standing): Date {
  return waitingSince ?? new Date(FAR_AWAY - lastMessageAt.getTime())
}

/** Whether the company may be written to about a conversation. @param toldAt when it was the last time */
export function mayTellCompany(toldAt: Date | null, now: Date): boolean {
  return toldAt === null || toldAt <= lastQuietMoment(now)
}

/** Who was written about until then may be written about again. */
export function lastQuietMoment(now: Date): Date {
  return new Date(now.getTime() - QUIET_MS)
}

/** No two messages of a conversation have the same moment, whatever the clock says: their order is what people saw. */
export function momentAfter(last: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), last.getTime() + 1))
}

export function messagesForgottenBefore(now: Date): Date {
  return addSpan(now, { months: -KEPT.months })
}

export function mailNamesForgottenBefore(now: Date): Date {
  return addSpan(now, { days: -NAMES_KEPT.days })
}
