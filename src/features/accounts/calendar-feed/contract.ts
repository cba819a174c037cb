import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { confirmationNeeded } from '#platform/shared/step-up.ts'

/**
 * The private address at which a calendar app reads a member's sessions. Anyone who knows the address can read them.
 */
export const getCalendarFeed = endpoint('GET /api/account/calendar-feed', {
  summary: 'Get the time at which the member’s calendar feed was created, without its address',
  access: 'member',
  response: z.object({ createdAt: z.iso.datetime() }).nullable(),
})

export const createCalendarFeed = endpoint('POST /api/account/calendar-feed', {
  summary: 'Create a calendar feed address, which is returned only once and replaces the previous one',
  access: 'member',
  response: z.object({ url: z.url(), createdAt: z.iso.datetime() }),
  refusals: confirmationNeeded,
})

export const revokeCalendarFeed = endpoint('DELETE /api/account/calendar-feed', {
  summary: 'Revoke the calendar feed address',
  access: 'member',
  response: z.null(),
  message: 'Calendar link turned off. Calendars that use it will no longer update.',
})
