import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { hasOverlappingSession, isInOrder } from '../../booking/rules.ts'
import { requireSessionLine } from '../../booking/server/require-bookable-session.ts'
import { type listFreeSlots as endpoint, MAX_DAYS } from '../contract.ts'
import type { Span } from '../rules/buffer.ts'
import { findFreeSlots } from '../rules/free-slots.ts'
import { daysLeft } from '../rules/package-extension.ts'
import type { Search } from './find-first-free-slot.ts'
import { findDayAfterEnd } from './find-package-extension.ts'
import { isMemberBooking, listSchedules } from './store.ts'

/** Includes the extra hour when the clocks go back. */
const MAX_WINDOW_MS = (MAX_DAYS * 24 + 1) * HOUR_MS

/**
 * Members browse different months and consultants. Each request reads the schedules of all consultants who offer the
 * session.
 */
const FREE_SLOTS_RATE_LIMIT: RateLimit = { name: 'free-slots', attempts: 600, seconds: 3_600 }

/**
 * Lists slots within the package. If none is free, lists slots on the first later day that has one, because booking it
 * extends the package (PRODUCT D22). Leaves out slots that overlap the member's other sessions or would put them out of
 * order.
 */
export async function listFreeSlots(
  { db, actor, limits, now: clock }: MemberContext,
  { entitlementId, lineKey, consultantId, from, until, moving }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await limits.count(FREE_SLOTS_RATE_LIMIT, actor.memberId)
  const now = clock()
  const choice = { entitlementId, lineKey }
  const { line, lines, openBookings } = await requireSessionLine(db, actor.memberId, choice, { now, movingId: moving })
  if (moving && !(await isMemberBooking(db, actor.memberId, moving))) throw new Refused('session-not-found')
  const requested = { from: Date.parse(from), until: Date.parse(until) }
  if (requested.until - requested.from > MAX_WINDOW_MS) throw new Refused('too-many-days')

  const fitsOtherSessions = ({ startsAt }: { startsAt: string }) => {
    const start = new Date(startsAt)
    const span = { startsAt: start, endsAt: new Date(start.getTime() + line.minutes * MINUTE_MS) }
    return !hasOverlappingSession(span, openBookings) && isInOrder(line, span, { lines, openBookings })
  }
  const search = { line, now, movingId: moving, consultantId }
  const slots = await listSlots(db, search, intersect(requested, daysLeft(line, now)))
  if (slots.length > 0) return { slots: slots.filter(fitsOtherSessions), nextFree: null }
  const day = await findDayAfterEnd(db, { line, now, movingId: moving })
  const extensionSlots = day ? (await listSlots(db, search, day)).filter(fitsOtherSessions) : []
  return {
    slots: extensionSlots.filter((slot) => isWithin(requested, slot)),
    nextFree: extensionSlots[0]?.startsAt ?? null,
  }
}

async function listSlots(db: Db, search: Search & { consultantId?: string | undefined }, window: Span) {
  if (window.from >= window.until) return []
  const { line, now } = search
  const slotSearch = { minutes: line.minutes, window, now: now.getTime() }
  const consultantsByTime = new Map<number, string[]>()
  for (const { consultantId, availability, commitments } of await listSchedules(db, { ...search, window }))
    for (const time of findFreeSlots(availability, commitments, slotSearch)) {
      const freeConsultantIds = consultantsByTime.get(time)
      if (freeConsultantIds) freeConsultantIds.push(consultantId)
      else consultantsByTime.set(time, [consultantId])
    }
  return [...consultantsByTime]
    .sort(([a], [b]) => a - b)
    .map(([time, consultantIds]) => ({ startsAt: new Date(time).toISOString(), consultantIds }))
}

function intersect(a: Span, b: Span): Span {
  return { from: Math.max(a.from, b.from), until: Math.min(a.until, b.until) }
}

function isWithin({ from, until }: Span, { startsAt }: { startsAt: string }): boolean {
  const moment = Date.parse(startsAt)
  return moment >= from && moment < until
}
