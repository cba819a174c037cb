import ical, { ICalAttendeeStatus, ICalCalendarMethod, type ICalEventData, ICalEventStatus } from 'ical-generator'
import type { Place } from '../contract.ts'

/** A session as a calendar may know it: no notes, no surname of anybody who is not public. */
export type CalendarSession = {
  bookingId: string
  /** RFC 5545: each change of it is one higher. */
  sequence: number
  title: string
  startsAt: Date
  endsAt: Date
  /** Whom the owner of the calendar meets. */
  companion: string | null
  place: Place
  /** Where the owner of the calendar finds it: a path of this site. */
  path: string
}

/** REQUEST puts sessions into a calendar or moves them, CANCEL takes them out, PUBLISH is a feed. */
type CalendarMethod = 'REQUEST' | 'CANCEL' | 'PUBLISH'

export type CalendarSettings = {
  method: CalendarMethod
  now: Date
  publicUrl: string
  company: { brandName: string; email: string }
  /** Whose invitation it is. A feed names nobody. */
  attendee?: { email: string }
}

/** RFC 5545. The entry of a session has the number of its booking for ever: a later file changes what is there. */
export function writeCalendar(sessions: CalendarSession[], settings: CalendarSettings): string {
  const { method, company } = settings
  return ical({
    prodId: { company: visible(company.brandName), product: 'Sessions', language: 'EN' },
    name: method === 'PUBLISH' ? `${visible(company.brandName)}: sessions` : null,
    method: ICalCalendarMethod[method],
    events: sessions.map((session) => entryOf(session, settings)),
  }).toString()
}

function entryOf(session: CalendarSession, { method, now, publicUrl, company, attendee }: CalendarSettings) {
  const { title, companion, path } = session
  const url = `${publicUrl}${path}`
  return {
    id: session.bookingId,
    sequence: session.sequence,
    stamp: now,
    start: session.startsAt,
    end: session.endsAt,
    summary: visible(companion ? `${title} with ${companion}` : title),
    description: `To read the details, to move or to cancel: ${url}`,
    // The link itself stays behind the login.
    location: session.place === 'phone' ? 'By phone' : 'Online',
    url,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: visible(company.brandName), email: company.email },
    // Whoever booked it comes: no answer is asked for.
    attendees: attendee ? [{ email: attendee.email, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
  } satisfies ICalEventData
}

/** The library escapes what has a meaning in a calendar; what cannot be seen has none at all. */
function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
}
