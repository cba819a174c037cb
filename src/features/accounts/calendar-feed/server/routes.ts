import type { Serve } from '#platform/server/http/serve.ts'
import * as contract from '../contract.ts'
import { createCalendarFeed, getCalendarFeed, revokeCalendarFeed } from './calendar-feed.ts'

export function calendarFeedRoutes(serve: Serve) {
  serve(contract.getCalendarFeed, (context) => getCalendarFeed(context))
  serve(contract.createCalendarFeed, (context) => createCalendarFeed(context))
  serve(contract.revokeCalendarFeed, (context) => revokeCalendarFeed(context))
}
