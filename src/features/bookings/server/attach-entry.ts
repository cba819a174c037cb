import type { Attachment, Mail } from '#platform/server/mail/queue-mail.ts'
import { type CalendarSession, type CalendarSettings, writeCalendar } from './write-calendar.ts'

/** Gives a letter about a session its entry for the calendar of whoever gets the letter. */
export function attachEntry(
  letter: Mail,
  session: CalendarSession,
  { method, ...settings }: Omit<CalendarSettings, 'attendee'> & { method: 'REQUEST' | 'CANCEL' },
): Mail {
  const content = writeCalendar([session], { ...settings, method, attendee: { email: letter.to } })
  const entry: Attachment = { name: 'session.ics', type: `text/calendar; charset=utf-8; method=${method}`, content }
  return { ...letter, attachments: [...(letter.attachments ?? []), entry] }
}
