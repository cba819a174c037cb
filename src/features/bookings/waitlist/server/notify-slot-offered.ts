import { notifyAccount } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { findConsultant } from '../../server/consultant-store.ts'
import { memberBookingPath } from '../../server/emails.ts'
import type { StoredBooking } from '../../server/store.ts'
import type { Slot } from '../../slots/rules/buffer.ts'
import { slotOfferedEmail } from './emails.ts'

type OfferedSlot = { offerId: string; booking: StoredBooking; slot: Slot; expiresAt: Date }

/**
 * Notifies the member by email and in the portal. The email is dropped if it cannot be sent before the offer expires.
 */
export async function notifySlotOffered(tx: Db, context: Context, offeredSlot: OfferedSlot): Promise<void> {
  const { offerId, booking, slot, expiresAt } = offeredSlot
  const consultant = await findConsultant(tx, slot.consultantId)
  if (!consultant) return
  const { startsAt } = slot
  const { displayName: consultantName } = consultant
  await notifyAccount(tx, context, booking.memberId, (reader) => ({
    reason: `waitlist-offer:${offerId}`,
    title: 'An earlier slot is free',
    text: `${booking.title}, ${formatTimeWithZone(startsAt, reader.timeZone)}. We’re holding it for you until ${formatTimeWithZone(expiresAt, reader.timeZone)}.`,
    path: memberBookingPath(booking),
    email: (site) => slotOfferedEmail({ booking, startsAt, consultantName, expiresAt, reader, ...site }),
    expiresAt,
  }))
}
