import { hasExtensionLeft } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { endOfCompanyDay } from '#platform/shared/calendar.ts'
import type { Span } from '../rules/buffer.ts'
import { daysLeft, decideExtension, EXTENSION_REASON, earnsExtension } from '../rules/package-extension.ts'
import { findFirstFreeSlot, type Search } from './find-first-free-slot.ts'

/**
 * Returns whether no slot is left before the package ends. Slots too near to be booked count as free, so that waiting
 * for them earns no extension.
 */
export async function isFullUntilEnd(db: Db, search: Search): Promise<boolean> {
  const days = daysLeft(search.line, search.now)
  return (await findFirstFreeSlot(db, { ...search, isNoticeIgnored: true }, days)) === undefined
}

/**
 * Finds the day after the package's end that booking would extend it for.
 * @returns undefined if the package cannot be extended or no later slot is free
 */
export async function findDayAfterEnd(db: Db, search: Search): Promise<Span | undefined> {
  if (!(await canExtend(db, search))) return undefined
  const afterEnd = { from: search.line.endsAt.getTime(), until: Number.POSITIVE_INFINITY }
  const first = await findFirstFreeSlot(db, search, afterEnd)
  return first && { from: first.getTime(), until: endOfCompanyDay(first).getTime() + 1 }
}

/**
 * Finds the new end of a package for a session that starts after the current end (PRODUCT D22).
 * @returns null if the package cannot be extended or an earlier day after its end has a free slot
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

/** Allows one extension per session. Otherwise a member could extend the package forever. */
async function canExtend(db: Db, search: Search): Promise<boolean> {
  const { line, now } = search
  if (!(await hasExtensionLeft(db, { ...line, reason: EXTENSION_REASON }))) return false
  const isFreeUntilEnd = !(await isFullUntilEnd(db, search))
  const hours = { ...search, isNoticeIgnored: true, areBookingsIgnored: true }
  const isWorkUntilEnd = (await findFirstFreeSlot(db, hours, daysLeft(line, now))) !== undefined
  const wasFreeBefore = await wasFree(db, search)
  return earnsExtension({ isFreeUntilEnd, isWorkUntilEnd, wasFreeBefore })
}

/** Returns whether a past slot of the package was never taken, so that the member could have booked it. */
async function wasFree(db: Db, search: Search): Promise<boolean> {
  const elapsed = { from: search.line.startsAt.getTime(), until: search.now.getTime() }
  const pastSearch = { ...search, now: search.line.startsAt, isNoticeIgnored: true }
  return (await findFirstFreeSlot(db, pastSearch, elapsed)) !== undefined
}
