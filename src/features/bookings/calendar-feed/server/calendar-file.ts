import ical, { ICalAttendeeStatus, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import type { Attachment, Email } from '#platform/server/email/email.ts'
import type { Place } from '../../contract.ts'

/** Attaches the session's calendar entry to an email, written for its recipient. */
export function attachCalendarFile(
  email: Email,
  session: CalendarSession,
  { method, ...settings }: Omit<CalendarSettings, 'attendee'> & { method: 'REQUEST' | 'CANCEL' },
): Email {
  const content = writeCalendar([session], { ...settings, method, attendee: { email: email.to } })
  const calendarFile: Attachment = {
    name: 'session.ics',
    type: `text/calendar; charset=utf-8; method=${method}`,
    content,
  }
  return { ...email, attachments: [...(email.attachments ?? []), calendarFile] }
}

/** A session with only what is safe to put in a calendar: no notes and no members' surnames. */
export type CalendarSession = {
  bookingId: string
  /** RFC 5545: goes up each time the session changes. */
  sequence: number
  title: string
  startsAt: Date
  endsAt: Date
  /** The other participant, as the calendar's owner sees them. */
  counterpart: string | null
  place: Place
  /** Path of the session's page on this site. */
  path: string
}

/** REQUEST adds or moves sessions in a calendar, CANCEL removes them and PUBLISH is a feed. */
type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

type CalendarSettings = {
  method: CalendarMethod
  now: Date
  publicUrl: string
  company: { brandName: string; email: string }
  /** The person invited. Feeds have none. */
  attendee?: { email: string }
}

/** Writes RFC 5545 text. The booking id is the entry's permanent UID, so that later files update the same entry. */
export function writeCalendar(sessions: CalendarSession[], settings: CalendarSettings): string {
  const { method, company } = settings
  return ical({
    prodId: { company: withoutControlCharacters(company.brandName), product: 'Sessions', language: 'EN' },
    name: method === 'PUBLISH' ? `${withoutControlCharacters(company.brandName)}: sessions` : null,
    method: ICalCalendarMethod[method],
    events: sessions.map((session) => calendarEvent(session, settings)),
  }).toString()
}

function calendarEvent(session: CalendarSession, { method, now, publicUrl, company, attendee }: CalendarSettings) {
  const { title, counterpart, path } = session
  const url = `${publicUrl}${path}`
  return {
    id: session.bookingId,
    sequence: session.sequence,
    stamp: now,
    start: session.startsAt,
    end: session.endsAt,
    summary: withoutControlCharacters(counterpart ? `${title} with ${counterpart}` : title),
    description: `See the details, move or cancel: ${url}`,
    // Leaves out the meeting link, because people share their calendars.
    location: session.place === 'phone' ? 'By phone' : 'Online',
    url,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: withoutControlCharacters(company.brandName), email: company.email },
    // The attendee booked the session, so no reply is requested.
    attendees: attendee ? [{ email: attendee.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
  } satisfies ICalEventData
}

/** Removes control characters. The library escapes everything else. */
function withoutControlCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
