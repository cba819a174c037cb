import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'

/** The private address at which a calendar app reads a member's sessions. Anyone who knows it can read them. */
export const getCalendarFeed = endpoint('GET /api/account/calendar-feed', {
  summary: 'Whether the member has a private address for their calendar, and since when; never the address itself',
  access: 'member',
  response: z.object({ createdAt: z.iso.datetime() }).nullable(),
})

export const createCalendarFeed = endpoint('POST /api/account/calendar-feed', {
  summary: 'Make a private address for the calendar, to be shown this once; the one before ends',
  access: 'member',
  response: z.object({ url: z.url(), createdAt: z.iso.datetime() }),
  refusals: confirmationNeeded,
})

export const revokeCalendarFeed = endpoint('DELETE /api/account/calendar-feed', {
  summary: 'End the private address for the calendar',
  access: 'member',
  response: z.null(),
  message: 'The address has ended: calendars that follow it get nothing new.',
})
