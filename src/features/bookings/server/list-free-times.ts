import { listSessionLines } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type listFreeTimes as endpoint, MOST_DAYS } from '../contract.ts'
import { hasSessionThen, isInOrder, lineOf } from '../rules/bookable.ts'
import { daysLeft } from '../rules/extension.ts'
import { findFreeTimes, type Span } from '../rules/free-times.ts'
import { isBookingOf, listDiaries } from './availability-store.ts'
import { listOpenBookings } from './booking-store.ts'
import { findDayAfterEnd } from './find-extension.ts'
import type { Search } from './find-first-free.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** With the hour more that autumn has. */
const LONGEST = (MOST_DAYS * 24 + 1) * HOUR

/** Whoever chooses looks through months and consultants; each look reads the diaries of all who can hold the session. */
const LOOKS: Limit = { name: 'free-times', attempts: 600, seconds: 3_600 }

/**
 * Within the days of the package; where nobody is free in them, on the first day after them on which somebody is,
 * because booking then extends the package (PRODUCT D22). The member's other sessions take from these times those at
 * which this one would be out of order, or at the same time.
 */
export async function listFreeTimes(
  { db, actor, limits, now: clock }: MemberContext,
  { entitlementId, lineKey, consultantId, from, until, moving }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  await limits.count(LOOKS, actor.memberId)
  const now = clock()
  const lines = await listSessionLines(db, actor.memberId, now)
  const line = lineOf(lines, { entitlementId, lineKey })
  if (!line) throw new Refused('session-not-found')
  if (moving && !(await isBookingOf(db, actor.memberId, moving))) throw new Refused('session-not-found')
  const asked = { from: Date.parse(from), until: Date.parse(until) }
  if (asked.until - asked.from > LONGEST) throw new Refused('too-many-days')

  const open = (await listOpenBookings(db, actor.memberId, now)).filter(({ id }) => id !== moving)
  const fitsOthers = ({ startsAt }: { startsAt: string }) => {
    const begins = new Date(startsAt)
    const span = { startsAt: begins, endsAt: new Date(begins.getTime() + line.minutes * MINUTE) }
    return !hasSessionThen(span, open) && isInOrder(line, span, { lines, open })
  }
  const search = { line, now, movingId: moving, consultantId }
  const times = await listTimes(db, search, common(asked, daysLeft(line, now)))
  if (times.length > 0) return { times: times.filter(fitsOthers), nextFree: null }
  const day = await findDayAfterEnd(db, { line, now, movingId: moving })
  const later = day ? (await listTimes(db, search, day)).filter(fitsOthers) : []
  return { times: later.filter((time) => isWithin(asked, time)), nextFree: later[0]?.startsAt ?? null }
}

async function listTimes(db: Db, search: Search & { consultantId?: string | undefined }, window: Span) {
  if (window.from >= window.until) return []
  const { line, now } = search
  const wanted = { minutes: line.minutes, window, now: now.getTime() }
  const free = new Map<number, string[]>()
  for (const { consultantId, availability, taken } of await listDiaries(db, { ...search, window }))
    for (const time of findFreeTimes(availability, taken, wanted)) {
      const others = free.get(time)
      if (others) others.push(consultantId)
      else free.set(time, [consultantId])
    }
  return [...free]
    .sort(([a], [b]) => a - b)
    .map(([time, consultantIds]) => ({ startsAt: new Date(time).toISOString(), consultantIds }))
}

function common(one: Span, other: Span): Span {
  return { from: Math.max(one.from, other.from), until: Math.min(one.until, other.until) }
}

function isWithin({ from, until }: Span, { startsAt }: { startsAt: string }): boolean {
  const moment = Date.parse(startsAt)
  return moment >= from && moment < until
}
