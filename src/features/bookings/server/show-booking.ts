import { picturePath } from '#features/consultants/rules.ts'
import type { Booking, SessionConsultant } from '../contract.ts'
import type { StoredBooking } from './store.ts'

/** A session as its member sees it. The contract's schema strips the other columns from the response. */
export function showBooking(booking: StoredBooking): Booking {
  const { consultantId: id, consultantName, pictureHash, state, place, meetingUrl, startsAt, endsAt } = booking
  return {
    ...booking,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    consultant: id ? showConsultant({ id, displayName: consultantName ?? '', pictureHash }) : null,
    meetingUrl: state === 'booked' && place === 'online' ? meetingUrl : null,
  }
}

type Consultant = Omit<SessionConsultant, 'picture'> & {
  /** Null if the consultant is not published. */
  pictureHash: string | null
}

export function showConsultant({ id, displayName, pictureHash }: Consultant): SessionConsultant {
  return { id, displayName, picture: pictureHash && picturePath(id, pictureHash) }
}
