import { hasExtensionLeft } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { endOfCompanyDay } from '#platform/shared/calendar.ts'
import { daysLeft, decideExtension, EXTENSION } from '../rules/extension.ts'
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
 * @returns undefined: somebody is free before the end, or nobody within any horizon, or it was extended already
 */
export async function findDayAfterEnd(db: Db, search: Search): Promise<Span | undefined> {
  if (!(await mayExtend(db, search))) return undefined
  if (!(await isFullUntilEnd(db, search))) return undefined
  const afterEnd = { from: search.line.endsAt.getTime(), until: Number.POSITIVE_INFINITY }
  const first = await findFirstFree(db, search, afterEnd)
  return first && { from: first.getTime(), until: endOfCompanyDay(first).getTime() + 1 }
}

/**
 * How long a package has to run for a session that begins after its end (PRODUCT D22).
 * @returns null: it is not to be extended, because somebody was free before the end, or on an earlier day after it, or
 * because it was extended already
 */
export async function findExtension(
  db: Db,
  { startsAt, ...search }: Search & { startsAt: Date },
): Promise<Date | null> {
  const extension = decideExtension(search.line, startsAt)
  if (!extension || !(await mayExtend(db, search)) || !(await isFullUntilEnd(db, search))) return null
  const earlier = await findFirstFree(db, search, extension.daysBefore)
  return earlier === undefined ? extension.endsAt : null
}

/** Once for each session: whoever asks in the last hours of every day would have a package for ever. */
function mayExtend(db: Db, { line }: Search): Promise<boolean> {
  return hasExtensionLeft(db, { ...line, reason: EXTENSION })
}
