import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { acceptWaitlistOffer, declineWaitlistOffer } from './answer-offer.ts'
import { getWaitlistEntry, joinWaitlist, leaveWaitlist } from './waitlist-entry.ts'

export function waitlistRoutes(serve: Serve) {
  serve(contract.getWaitlistEntry, (context, { params }) => getWaitlistEntry(context, params.bookingId))
  serve(contract.joinWaitlist, (context, { params, body }) => joinWaitlist(context, params.bookingId, body.windows))
  serve(contract.leaveWaitlist, (context, { params }) => leaveWaitlist(context, params.bookingId))
  serve(contract.acceptWaitlistOffer, (context, { params }) => acceptWaitlistOffer(context, params))
  serve(contract.declineWaitlistOffer, (context, { params }) => declineWaitlistOffer(context, params))
}
