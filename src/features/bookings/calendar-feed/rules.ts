import type { Booking } from '../contract.ts'

type Session = Pick<Booking, 'title' | 'startsAt' | 'endsAt' | 'place'> & { consultant: { displayName: string } | null }

/**
 * Addresses at which Google Calendar and Outlook offer a new entry, filled in. Like the calendar file, it leads to the
 * session's page instead of the meeting, because people share their calendars.
 * @param page full address of the session's page on this site
 */
export function calendarLinks({ title, startsAt, endsAt, place, consultant }: Session, page: string) {
  const name = consultant ? `${title} with ${consultant.displayName}` : title
  const details = `See the details, move or cancel: ${page}`
  const location = place === 'phone' ? 'By phone' : 'Online'
  const google = {
    action: 'TEMPLATE',
    text: name,
    dates: `${toBasicFormat(startsAt)}/${toBasicFormat(endsAt)}`,
    details,
    location,
  }
  const outlook = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: name,
    startdt: startsAt,
    enddt: endsAt,
    body: details,
    location,
  }
  return {
    google: `https://calendar.google.com/calendar/render?${new URLSearchParams(google)}`,
    // Outlook shows a plus sign instead of a space.
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${new URLSearchParams(outlook)}`.replaceAll(
      '+',
      '%20',
    ),
  }
}

/** "20261127T190000Z", the basic format of ISO 8601. */
function toBasicFormat(moment: string): string {
  return `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}
