import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** The private address under which a calendar follows the sessions of one person. Whoever knows it can read them. */
export const getCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/account/calendar-feed',
  summary: 'Whether the member has a private address for their calendar, and since when; never the address itself',
  access: 'member',
  response: z.object({ createdAt: z.iso.datetime() }).nullable(),
})

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path: '/api/account/calendar-feed',
  summary: 'Make a private address for the calendar, to be shown this once; the one before ends',
  access: 'member',
  response: z.object({ url: z.url(), createdAt: z.iso.datetime() }),
})

export const removeCalendarFeed = endpoint({
  method: 'DELETE',
  path: '/api/account/calendar-feed',
  summary: 'End the private address for the calendar',
  access: 'member',
  response: z.null(),
  message: 'The address has ended: calendars that follow it get nothing new.',
})
