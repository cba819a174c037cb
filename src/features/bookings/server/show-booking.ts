import { picturePath } from '#features/consultants/rules.ts'
import type { Booking, SessionConsultant } from '../contract.ts'
import type { StoredBooking } from './store.ts'

/** A session as its member sees it. */
export function showBooking(booking: StoredBooking): Booking {
  const { consultantId, consultantName, pictureHash, state, place } = booking
  return {
    id: booking.id,
    entitlementId: booking.entitlementId,
    lineKey: booking.lineKey,
    packageTitle: booking.packageTitle,
    title: booking.title,
    minutes: booking.minutes,
    startsAt: booking.startsAt.toISOString(),
    endsAt: booking.endsAt.toISOString(),
    state,
    consultant: consultantId
      ? showConsultant({ id: consultantId, displayName: consultantName ?? '', pictureHash })
      : null,
    place,
    meetingUrl: state === 'booked' && place === 'online' ? booking.meetingUrl : null,
    phone: booking.phone,
    notes: booking.notes,
    cancelledBy: booking.cancelledBy,
    isForfeited: booking.isForfeited,
    isReturned: booking.isReturned,
  }
}

/** @param pictureHash null if the consultant is not published */
export function showConsultant({
  id,
  displayName,
  pictureHash,
}: {
  id: string
  displayName: string
  pictureHash: string | null
}): SessionConsultant {
  return { id, displayName, picture: pictureHash && picturePath(id, pictureHash) }
}
