import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { missing } from '#platform/shared/text.ts'

/** Maximum number of imported calendars per consultant. */
export const MAX_CALENDARS = 5

const NO_ADDRESS = 'Please enter the address of your calendar, such as https://calendar.example.org/mine.ics'

/** Calendar programs write `webcal:` for addresses that are fetched over HTTPS. */
export function readCalendarAddress(text: string): URL | undefined {
  return URL.parse(text.trim().replace(/^webcals?:/i, 'https:')) ?? undefined
}

const CalendarAddress = z
  .string(missing(NO_ADDRESS))
  .max(2_000, 'Please enter an address of at most 2,000 characters')
  .refine((text) => readCalendarAddress(text)?.hostname, { error: NO_ADDRESS, abort: true })
  .refine((text) => readCalendarAddress(text)?.protocol !== 'http:', {
    error: 'Over http:// others could read your calendar on the way. Please enter an address that begins with https://',
    abort: true,
  })
  .refine((text) => readCalendarAddress(text)?.protocol === 'https:', { error: NO_ADDRESS, abort: true })
  .refine(hasNoPassword, 'Please enter an address without a name and password in it')

function hasNoPassword(text: string): boolean {
  const address = readCalendarAddress(text)
  return !address?.username && !address?.password
}

/** An external calendar of the consultant, imported for its busy times. */
export const ImportedCalendar = z.object({
  id: z.uuid(),
  /** A shortened address. The complete one gives access to the calendar. */
  name: z.string(),
  /** Null until it is first imported. */
  readAt: z.iso.datetime().nullable(),
  /** Message of the last import problem. The previous busy times still count. */
  problem: z.string().nullable(),
  busyTimes: z.int(),
})
export type ImportedCalendar = z.infer<typeof ImportedCalendar>

export const listCalendars = endpoint('GET /api/consultant/calendars', {
  summary: `Lists the consultant’s imported calendars, ${MAX_CALENDARS} at most`,
  access: 'consultant',
  response: z.array(ImportedCalendar),
})

export const addCalendar = endpoint('POST /api/consultant/calendars', {
  summary: 'Adds a calendar of the consultant, imported now and every 15 minutes',
  access: 'consultant',
  body: z.strictObject({ url: CalendarAddress }),
  response: ImportedCalendar,
  message: 'Your calendar is added. We are reading it now.',
  refusals: {
    'no-availability': 'Please save your hours first. Then we can compare them with your calendar.',
    'calendar-already-added': 'This calendar is in the list already.',
    'too-many-calendars': `You can add up to ${MAX_CALENDARS} calendars. Please remove one first.`,
  },
})

export const deleteCalendar = endpoint('DELETE /api/consultant/calendars/:calendarId', {
  summary: 'Deletes an imported calendar and its busy times',
  access: 'consultant',
  params: z.strictObject({ calendarId: z.uuid() }),
  response: z.null(),
  message: 'The calendar is removed. Its busy times no longer count.',
  refusals: { 'calendar-not-found': { status: 404, message: 'This calendar was not found.' } },
})
