import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findConsultant } from '../../server/consultant-store.ts'
import { lockMember } from '../../server/lock-store.ts'
import { showConsultant } from '../../server/show-booking.ts'
import { findMemberBooking, lockBooking, type StoredBooking } from '../../server/store.ts'
import type { WaitlistEntry, WaitlistOffer, WaitlistWindow } from '../contract.ts'
import { areEarlier, canJoinWaitlist } from '../rules.ts'
import { offerSlotsQueue } from './offer-slots-queue.ts'
import { answerOffer, deleteWindows, findOffer, listWindows, saveWindows } from './store.ts'

/** Removes the member from the waitlist. A slot that has been offered to them goes to the next member. */
export async function leaveWaitlist({ db, actor, jobs }: MemberContext, bookingId: string): Promise<null> {
  const { memberId } = actor
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, memberId)
    if (!(await findMemberBooking(tx, memberId, bookingId))) throw new Refused('booking-not-found')
    const offer = await findOffer(tx, memberId, { bookingId })
    if (offer) await answerOffer(tx, offer, 'declined')
    const hasWaited = await deleteWindows(tx, bookingId)
    if (offer || hasWaited) await jobs.send(tx, offerSlotsQueue, {})
    return null
  })
}

/** Each change makes us go through the whole waitlist. */
const WAITLIST_RATE_LIMIT: RateLimit = { name: 'waitlist-entry', attempts: 60, seconds: 3_600 }

/** Adds the member to the waitlist. If a slot is already free, it is offered immediately. */
export async function joinWaitlist(
  { db, actor, now: clock, jobs, limits }: MemberContext,
  bookingId: string,
  requested: WaitlistWindow[],
): Promise<WaitlistEntry> {
  const now = clock()
  const windows = requested.map(({ from, until }) => ({ from: new Date(from), until: new Date(until) }))
  await limits.count(WAITLIST_RATE_LIMIT, actor.memberId)
  return db.transaction().execute(async (tx) => {
    await lockMember(tx, actor.memberId)
    if (!(await findMemberBooking(tx, actor.memberId, bookingId))) throw new Refused('booking-not-found')
    // The booking may have been cancelled by a concurrent account deletion.
    const booking = await lockBooking(tx, bookingId)
    if (!canJoinWaitlist(booking, now)) throw new Refused('cannot-join-waitlist')
    if (!areEarlier(windows, booking, now)) throw new Refused('not-earlier')
    await saveWindows(tx, bookingId, windows, now)
    await jobs.send(tx, offerSlotsQueue, {})
    return showWaitlistEntry(tx, booking, now)
  })
}

export async function getWaitlistEntry({ db, actor, now }: MemberContext, bookingId: string): Promise<WaitlistEntry> {
  const booking = await findMemberBooking(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  return showWaitlistEntry(db, booking, now())
}

async function showWaitlistEntry(db: Db, booking: StoredBooking, now: Date): Promise<WaitlistEntry> {
  const windows = await listWindows(db, booking.id)
  return {
    canJoin: canJoinWaitlist(booking, now),
    windows: windows.map(({ from, until }) => ({ from: from.toISOString(), until: until.toISOString() })),
    offer: await showOffer(db, booking, now),
  }
}

async function showOffer(db: Db, { id, memberId }: StoredBooking, now: Date): Promise<WaitlistOffer | null> {
  const offer = await findOffer(db, memberId, { bookingId: id })
  const consultant = offer?.slot ? await findConsultant(db, offer.slot.consultantId) : undefined
  if (!offer || !consultant || offer.expiresAt <= now) return null
  return {
    id: offer.id,
    startsAt: offer.startsAt.toISOString(),
    consultant: showConsultant(consultant),
    expiresAt: offer.expiresAt.toISOString(),
  }
}
