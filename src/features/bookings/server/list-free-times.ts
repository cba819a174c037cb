import { listSessionLines } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type listFreeTimes as endpoint, MOST_DAYS } from '../contract.ts'
import { daysLeft } from '../rules/extension.ts'
import { findFreeTimes, type Span } from '../rules/free-times.ts'
import { type Diary, isBookingOf, listDiaries } from './availability-store.ts'
import { isFullUntilEnd } from './find-extension.ts'
import { findFirstFree, type Search } from './find-first-free.ts'

const HOUR = 60 * 60_000

/** With the hour more that autumn has. */
const LONGEST = (MOST_DAYS * 24 + 1) * HOUR

export async function listFreeTimes(
  { db, actor, now: clock }: MemberContext,
  { entitlementId, lineKey, consultantId, from, until, moving }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const now = clock()
  const lines = await listSessionLines(db, actor.memberId, now)
  const line = lines.find((own) => own.entitlementId === entitlementId && own.lineKey === lineKey)
  if (!line) throw new Refused('session-not-found')
  if (moving && !(await isBookingOf(db, actor.memberId, moving))) throw new Refused('session-not-found')
  const asked = { from: Date.parse(from), until: Date.parse(until) }
  if (asked.until - asked.from > LONGEST) throw new Refused('too-many-days')

  const days = daysLeft(line, now)
  const window = { from: Math.max(asked.from, days.from), until: Math.min(asked.until, days.until) }
  const search = { line, now, movingId: moving }
  const diaries = window.from < window.until ? await listDiaries(db, { ...search, window, consultantId }) : []
  const times = combineTimes(diaries, { minutes: line.minutes, window, now: now.getTime() })
  const nextFree = times.length > 0 ? undefined : await findNextFree(db, search)
  return { times, nextFree: nextFree?.toISOString() ?? null }
}

function combineTimes(diaries: Diary[], wanted: { minutes: number; window: Span; now: number }) {
  const free = new Map<number, string[]>()
  for (const { consultantId, availability, taken } of diaries)
    for (const time of findFreeTimes(availability, taken, wanted)) {
      const others = free.get(time)
      if (others) others.push(consultantId)
      else free.set(time, [consultantId])
    }
  return [...free]
    .sort(([a], [b]) => a - b)
    .map(([time, consultantIds]) => ({ startsAt: new Date(time).toISOString(), consultantIds }))
}

/** After the end of the package, where nobody is free before it. */
async function findNextFree(db: Db, search: Search): Promise<Date | undefined> {
  if (!(await isFullUntilEnd(db, search))) return undefined
  return findFirstFree(db, search, { from: search.line.endsAt.getTime(), until: Number.POSITIVE_INFINITY })
}
