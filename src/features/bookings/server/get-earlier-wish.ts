import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { EarlierOffer, EarlierWish } from '../contract/earlier.ts'
import { canWait } from '../rules/earlier.ts'
import { findBookingOf, type StoredBooking } from './booking-store.ts'
import { findOffer, listWindows } from './earlier-store.ts'
import { findConsultant } from './holder-store.ts'
import { showConsultant } from './show-booking.ts'

export async function getEarlierWish({ db, actor, now }: MemberContext, bookingId: string): Promise<EarlierWish> {
  const booking = await findBookingOf(db, actor.memberId, bookingId)
  if (!booking) throw new Refused('booking-not-found')
  return showWish(db, booking, now())
}

export async function showWish(db: Db, booking: StoredBooking, now: Date): Promise<EarlierWish> {
  const windows = await listWindows(db, booking.id)
  return {
    canWish: canWait(booking, now),
    windows: windows.map(({ from, until }) => ({ from: from.toISOString(), until: until.toISOString() })),
    offer: await showOffer(db, booking, now),
  }
}

async function showOffer(db: Db, { id, memberId }: StoredBooking, now: Date): Promise<EarlierOffer | null> {
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
