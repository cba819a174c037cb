import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { EarlierWish, Window } from '../contract/earlier.ts'
import { areEarlier, canWait } from '../rules/earlier.ts'
import { findBookingOf, lockBooking } from './booking-store.ts'
import { saveWindows } from './earlier-store.ts'
import { showWish } from './get-earlier-wish.ts'
import { offerEarlierTimesJob } from './jobs.ts'
import { lockMember } from './lock-store.ts'

/** After each of them everybody in line is looked at. */
const WISHES: Limit = { name: 'earlier-wish', attempts: 60, seconds: 3_600 }

/** The member is in line for a time that becomes free; what is free already is offered at once. */
export async function saveEarlierWish(
  { db, actor, now: clock, jobs, limits }: MemberContext,
  bookingId: string,
  wished: Window[],
): Promise<EarlierWish> {
  const now = clock()
  const windows = wished.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }))
  await limits.count(WISHES, actor.memberId)
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    if (!(await findBookingOf(tx, actor.memberId, bookingId))) throw new Refused('booking-not-found')
    // It may be cancelled while this waits, by a member who leaves.
    const booking = await lockBooking(tx, bookingId)
    if (!canWait(booking, now)) throw new Refused('cannot-wish')
    if (!areEarlier(windows, booking, now)) throw new Refused('not-earlier')
    await saveWindows(tx, bookingId, windows, now)
    await jobs.send(tx, offerEarlierTimesJob, {})
    return showWish(tx, booking, now)
  })
}
