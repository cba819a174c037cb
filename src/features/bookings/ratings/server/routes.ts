import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { deleteRating, getRating, listPublishableRatings, listServiceRatings, rateSession } from './ratings.ts'

export function ratingRoutes(serve: Serve) {
  serve(contract.getRating, (context, { params }) => getRating(context, params.bookingId))
  serve(contract.rateSession, (context, { params, body }) => rateSession(context, params.bookingId, body))
  serve(contract.deleteRating, (context, { params }) => deleteRating(context, params.bookingId))
  serve(contract.listServiceRatings, (context) => listServiceRatings(context))
  serve(contract.listPublishableRatings, (context, { query }) => listPublishableRatings(context, query))
}
