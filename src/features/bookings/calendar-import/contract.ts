import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { missing } from '#platform/shared/text.ts'

/** Maximum number of imported calendars per consultant. */
export const MAX_CALENDARS = 5

const NO_ADDRESS = 'Enter your calendar’s address, for example https://calendar.example.org/mine.ics'

/** Calendar apps use `webcal:` for addresses that are fetched over HTTPS. */
export function readCalendarAddress(text: string): URL | undefined {
  return URL.parse(text.trim().replace(/^webcals?:/i, 'https:')) ?? undefined
}

const CalendarAddress = z
  .string(missing(NO_ADDRESS))
  .max(2_000, 'Enter an address of up to 2,000 characters')
  .refine((text) => readCalendarAddress(text)?.hostname, { error: NO_ADDRESS, abort: true })
  .refine((text) => readCalendarAddress(text)?.protocol !== 'http:', {
    error: 'Others could read your calendar over http://. Enter an address that starts with https://',
    abort: true,
  })
  .refine((text) => readCalendarAddress(text)?.protocol === 'https:', { error: NO_ADDRESS, abort: true })
  .refine(hasNoPassword, 'Enter an address without a username or password in it')

function hasNoPassword(text: string): boolean {
  const address = readCalendarAddress(text)
  return !address?.username && !address?.password
}

/** A consultant's external calendar, imported for its busy times. */
export const ImportedCalendar = z.object({
  id: z.uuid(),
  /** A shortened address. The full address would give access to the calendar. */
  name: z.string(),
  /** Null until it has been imported. */
  readAt: z.iso.datetime().nullable(),
  /** Message about the last import problem. The previous busy times still apply. */
  problem: z.string().nullable(),
  busyTimes: z.int(),
})
export type ImportedCalendar = z.infer<typeof ImportedCalendar>

export const listCalendars = endpoint('GET /api/consultant/calendars', {
  summary: `List the consultant’s imported calendars, ${MAX_CALENDARS} at most`,
  access: 'consultant',
  response: z.array(ImportedCalendar),
})

export const addCalendar = endpoint('POST /api/consultant/calendars', {
  summary: 'Add a calendar for the consultant, which is imported now and then every 15 minutes',
  access: 'consultant',
  body: z.strictObject({ url: CalendarAddress }),
  response: ImportedCalendar,
  message: 'Calendar added. We’re reading it now.',
  refusals: {
    'no-availability': 'Save your hours first, so we can check them against your calendar.',
    'calendar-already-added': 'This calendar is already in the list.',
    'too-many-calendars': `You can add up to ${MAX_CALENDARS} calendars. Remove one first.`,
  },
})

export const deleteCalendar = endpoint('DELETE /api/consultant/calendars/:calendarId', {
  summary: 'Delete an imported calendar and its busy times',
  access: 'consultant',
  params: z.strictObject({ calendarId: z.uuid() }),
  response: z.null(),
  message: 'Calendar removed. Its busy times no longer count.',
  refusals: { 'calendar-not-found': { status: 404, message: 'We couldn’t find this calendar.' } },
})
