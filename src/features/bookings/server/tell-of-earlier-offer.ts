import { findAccount, readAccountDetails } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import { tellMember } from '#features/notifications/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { momentInWords } from '#platform/shared/local-time.ts'
import type { StoredBooking } from './booking-store.ts'
import { memberPath } from './emails/booking.ts'
import { earlierOfferLetter } from './emails/earlier-offer.ts'
import { findConsultant } from './holder-store.ts'
import type { Slot } from './reservation-store.ts'

type Offered = { offerId: string; booking: StoredBooking; slot: Slot; expiresAt: Date }

/** By letter and bell; a letter that would leave after the offer is over does not leave. */
export async function tellOfEarlierOffer(tx: Db, context: Context, offered: Offered): Promise<void> {
  const { offerId, booking, slot, expiresAt } = offered
  const { memberId } = booking
  const account = await findAccount(tx, memberId)
  const consultant = await findConsultant(tx, slot.consultantId)
  if (!account || !consultant) return
  const { timeZone } = await readAccountDetails(tx, memberId)
  const letter = earlierOfferLetter({
    booking,
    startsAt: slot.startsAt,
    consultantName: consultant.displayName,
    expiresAt,
    reader: { ...account, timeZone },
    company: await readCompany(tx),
    publicUrl: context.publicUrl,
  })
  const reason = `earlier-offer:${offerId}`
  await queueMail(tx, context, reason, letter, { expiresAt })
  await tellMember(tx, context, {
    memberId,
    reason,
    title: 'An earlier time is free',
    text: `${booking.title}, ${momentInWords(slot.startsAt, timeZone)}. Kept for you until ${momentInWords(expiresAt, timeZone)}.`,
    path: memberPath(booking),
  })
}
