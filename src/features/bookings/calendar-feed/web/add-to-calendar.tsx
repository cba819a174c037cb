import { CalendarPlus } from 'lucide-react'
import { attempt } from '#platform/web/attempt.ts'
import { saveFile } from '#platform/web/save-file.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { useAction } from '#platform/web/use-action.ts'
import type { Booking } from '../../contract.ts'
import { getCalendarFile } from '../contract.ts'
import { calendarLinks } from '../rules.ts'

/** Puts a booked session in the member's calendar: by file, or in Google Calendar or Outlook on the web. */
export function AddToCalendar({ booking }: { booking: Booking }) {
  const { isBusy, problem, run } = useAction()
  const params = { bookingId: booking.id }
  const links = calendarLinks(booking, new URL(`/portal/bookings/${booking.id}`, window.location.href).href)
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button
          variant="quiet"
          size="small"
          busy={isBusy}
          onClick={() => run(() => attempt(getCalendarFile, { params }), saveFile)}
        >
          <CalendarPlus aria-hidden="true" className="size-4 shrink-0" />
          Add to calendar
        </Button>
        <CalendarLink url={links.google}>Google Calendar</CalendarLink>
        <CalendarLink url={links.outlook}>Outlook</CalendarLink>
      </p>
      {problem ? <Alert tone="error">{problem}</Alert> : null}
    </div>
  )
}

function CalendarLink({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="link link-alone">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
