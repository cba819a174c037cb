import { hasExtensionLeft } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { endOfCompanyDay } from '#platform/shared/calendar.ts'
import { daysLeft, decideExtension, EXTENSION, earnsExtension } from '../rules/extension.ts'
import type { Span } from '../rules/free-times.ts'
import { findFirstFree, type Search } from './find-first-free.ts'

/**
 * Whether nobody is free for a session any more before its package ends. A time that is free but too near to be booked
 * counts as free: nobody has a package extended by waiting for that.
 */
export async function isFullUntilEnd(db: Db, search: Search): Promise<boolean> {
  const days = daysLeft(search.line, search.now)
  return (await findFirstFree(db, { ...search, isNoticeIgnored: true }, days)) === undefined
}

/**
 * The day for which a package is extended when one asks to book on it.
 * @returns undefined: it is not to be extended, or nobody is free within any horizon after the end
 */
export async function findDayAfterEnd(db: Db, search: Search): Promise<Span | undefined> {
  if (!(await mayExtend(db, search))) return undefined
  const afterEnd = { from: search.line.endsAt.getTime(), until: Number.POSITIVE_INFINITY }
  const first = await findFirstFree(db, search, afterEnd)
  return first && { from: first.getTime(), until: endOfCompanyDay(first).getTime() + 1 }
}

/**
 * How long a package has to run for a session that begins after its end (PRODUCT D22).
 * @returns null: it is not to be extended, or somebody was free on an earlier day after its end
 */
export async function findExtension(
  db: Db,
  { startsAt, ...search }: Search & { startsAt: Date },
): Promise<Date | null> {
  const extension = decideExtension(search.line, startsAt)
  if (!extension || !(await mayExtend(db, search))) return null
  const earlier = await findFirstFree(db, search, extension.daysBefore)
  return earlier === undefined ? extension.endsAt : null
}

/** Once for each session: whoever asks in the last hours of every day would have a package for ever. */
async function mayExtend(db: Db, search: Search): Promise<boolean> {
  const { line, now } = search
  if (!(await hasExtensionLeft(db, { ...line, reason: EXTENSION }))) return false
  const isFreeUntilEnd = !(await isFullUntilEnd(db, search))
  const hours = { ...search, isNoticeIgnored: true, isTakenIgnored: true }
  const isWorkUntilEnd = (await findFirstFree(db, hours, daysLeft(line, now))) !== undefined
  const wasFreeBefore = await wasFree(db, search)
  return earnsExtension({ isFreeUntilEnd, isWorkUntilEnd, wasFreeBefore })
}

/** Whether a time in the days of the package that are over was free to the last: it could have been booked. */
async function wasFree(db: Db, search: Search): Promise<boolean> {
  const over = { from: search.line.startsAt.getTime(), until: search.now.getTime() }
  const asked = { ...search, now: search.line.startsAt, isNoticeIgnored: true }
  return (await findFirstFree(db, asked, over)) !== undefined
}
