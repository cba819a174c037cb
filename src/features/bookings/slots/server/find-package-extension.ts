import { hasExtensionLeft } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { endOfCompanyDay } from '#platform/shared/calendar.ts'
import type { Span } from '../rules/buffer.ts'
import { daysLeft, decideExtension, EXTENSION_REASON, earnsExtension } from '../rules/package-extension.ts'
import { findFirstFreeSlot, type Search } from './find-first-free-slot.ts'

/**
 * Finds the first day after the package ends on which booking a session would extend it.
 * @returns undefined if the package cannot be extended or no later slot is free
 */
export async function findDayAfterEnd(db: Db, search: Search): Promise<Span | undefined> {
  if (!(await canExtend(db, search))) return undefined
  const afterEnd = { from: search.line.endsAt.getTime(), until: Number.POSITIVE_INFINITY }
  const first = await findFirstFreeSlot(db, search, afterEnd)
  return first && { from: first.getTime(), until: endOfCompanyDay(first).getTime() + 1 }
}

/**
 * Finds the package's new end if a session starts after its current end (PRODUCT D22).
 * @returns null if the package cannot be extended or there is a free slot on an earlier day after its end
 */
export async function findPackageExtension(
  db: Db,
  { startsAt, ...search }: Search & { startsAt: Date },
): Promise<Date | null> {
  const extension = decideExtension(search.line, startsAt)
  if (!extension || !(await canExtend(db, search))) return null
  const earlierSlot = await findFirstFreeSlot(db, search, extension.daysBefore)
  return earlierSlot === undefined ? extension.endsAt : null
}

/** Allows one extension per session. Otherwise, a member could keep extending the package forever. */
async function canExtend(db: Db, search: Search): Promise<boolean> {
  const { line, now } = search
  if (!(await hasExtensionLeft(db, { ...line, reason: EXTENSION_REASON }))) return false
  // Slots that are too soon to book count as free, so that members cannot earn an extension by waiting.
  const isFree = async (window: Span, changes: Partial<Search> = {}) =>
    (await findFirstFreeSlot(db, { ...search, isNoticeIgnored: true, ...changes }, window)) !== undefined
  const elapsed = { from: line.startsAt.getTime(), until: now.getTime() }
  return earnsExtension({
    isFreeUntilEnd: await isFree(daysLeft(line, now)),
    isWorkUntilEnd: await isFree(daysLeft(line, now), { areBookingsIgnored: true }),
    wasFreeBefore: await isFree(elapsed, { now: line.startsAt }),
  })
}
