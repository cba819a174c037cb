import { useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { formatAgo } from '#platform/web/dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/keep-focus.ts'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { type ImportedCalendar, MOST_CALENDARS, removeCalendar } from '../contract/imported-calendar.ts'
import { AddCalendarForm } from './add-calendar-form.tsx'
import { isOnItsWay, useCalendars } from './use-calendars.ts'

/** The consultant's own calendars: while they are busy there, nobody can book them here. */
export function ImportedCalendarsPanel() {
  const { list, reload } = useCalendars()
  return (
    <section aria-labelledby="other-calendars">
      <Card className="grid gap-5">
        <div>
          <h2 id="other-calendars" className="text-xl">
            Your other calendars
          </h2>
          <p className="mt-1 max-w-prose text-muted">
            While you are busy in one of these, nobody can book you here. We read them every 15 minutes and keep only
            from when until when you are busy. Where one cannot be read, what was read before still counts.
          </p>
        </div>
        {list.state === 'loading' ? <Spinner label="Loading your calendars" className="size-8" /> : null}
        {list.state === 'failed' ? (
          <Alert tone="error">
            <p>{list.message}</p>
            <Button variant="quiet" size="small" className="mt-3" onClick={reload}>
              Try again
            </Button>
          </Alert>
        ) : null}
        {list.state === 'loaded' ? (
          <>
            <CalendarList calendars={list.calendars} now={list.readAt} onRemoved={reload} />
            {list.calendars.length < MOST_CALENDARS ? (
              <AddCalendarForm onAdded={reload} />
            ) : (
              <p className="text-muted">You have added {MOST_CALENDARS} calendars, which is as many as we can read.</p>
            )}
          </>
        ) : null}
      </Card>
    </section>
  )
}

type CalendarListProps = { calendars: ImportedCalendar[]; now: Date; onRemoved: () => Promise<void> }

function CalendarList({ calendars, now, onRemoved }: CalendarListProps) {
  const place = useRef<HTMLDivElement>(null)
  useKeepFocus(place, String(calendars.length))
  return (
    <div ref={place} tabIndex={-1} className="focus:outline-none">
      {calendars.length === 0 ? <p>No calendar is added yet.</p> : null}
      <ul className="divide-y divide-line">
        {calendars.map((calendar) => (
          <CalendarRow key={calendar.id} calendar={calendar} now={now} onRemoved={onRemoved} />
        ))}
      </ul>
    </div>
  )
}

type CalendarRowProps = { calendar: ImportedCalendar; now: Date; onRemoved: () => Promise<void> }

function CalendarRow({ calendar, now, onRemoved }: CalendarRowProps) {
  const [isBusy, setBusy] = useState(false)
  const { id, name, problem } = calendar
  const remove = async () => {
    setBusy(true)
    const ending = await attempt(removeCalendar, { params: { calendarId: id } })
    if (ending.state === 'done') notify.success(ending.message)
    // What was removed in another tab is removed as well.
    else if (ending.reason !== 'calendar-not-found') notify.error(ending.message)
    await onRemoved()
    setBusy(false)
  }
  return (
    <li className="grid gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          <span className="wrap-anywhere">{name}</span>
          <CalendarBadge calendar={calendar} />
        </p>
        <Button variant="quiet" size="small" busy={isBusy} busyLabel="Removing…" onClick={remove}>
          Remove <span className="sr-only">{name}</span>
        </Button>
      </div>
      <p className="text-sm text-muted">{readingInWords(calendar, now)}</p>
      {problem ? <Alert tone="warning">{problem}</Alert> : null}
    </li>
  )
}

function CalendarBadge({ calendar }: { calendar: ImportedCalendar }) {
  if (calendar.problem) return <Badge tone="warning">Needs a look</Badge>
  return isOnItsWay(calendar) ? <Badge tone="info">Being read</Badge> : <Badge tone="success">Read</Badge>
}

function readingInWords({ readAt, busyTimes, problem }: ImportedCalendar, now: Date): string {
  if (readAt === null) return problem ? 'It could not be read yet.' : 'We are reading it for the first time.'
  const times = busyTimes === 1 ? 'One busy time' : `${busyTimes} busy times`
  return `${times} in the coming year. Read ${formatAgo(readAt, now)}.`
}
