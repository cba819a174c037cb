import type { BookingState, CancelledBy, Place } from '../contract.ts'

declare module '#platform/server/db/tables.ts' {
  interface ColumnTypes {
    waitlistOffer: {
      answer: 'accepted' | 'declined' | 'lapsed' | null
    }
    booking: {
      state: BookingState
      place: Place | null
      cancelledBy: CancelledBy | null
    }
  }
}
