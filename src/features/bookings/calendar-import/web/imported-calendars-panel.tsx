import { useEffect, useRef, useState } from 'react'
import { attempt } from '#platform/web/attempt.ts'
import { bodyOf } from '#platform/web/form.ts'
import { formatAgo } from '#platform/web/format-dates.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { useKeepFocus } from '#platform/web/ui/focus.ts'
import { Form } from '#platform/web/ui/forms/form.tsx'
import { TextField } from '#platform/web/ui/forms/text-field.tsx'
import { LoadFailed, useLoaded } from '#platform/web/ui/loaded.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { notify } from '#platform/web/ui/toasts.tsx'
import { useAction } from '#platform/web/use-action.ts'
import { useEndpointForm } from '#platform/web/use-endpoint-form.ts'
import { addCalendar, deleteCalendar, type ImportedCalendar, listCalendars, MAX_CALENDARS } from '../contract.ts'

/** The consultant's other calendars. Members cannot book a time when one of them says the consultant is busy. */
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
            When you’re busy in one of these, no one can book you here. We check them every 15 minutes and store only
            the times you’re busy. If we can’t read one, the times we last read still count.
          </p>
        </div>
        {list.state === 'loading' ? <Spinner label="Loading your calendars" className="size-8" /> : null}
        {list.state === 'failed' ? <LoadFailed message={list.message} onRetry={reload} /> : null}
        {list.state === 'loaded' ? (
          <>
            <CalendarList calendars={list.value} now={list.readAt} onRemoved={reload} />
            {list.value.length < MAX_CALENDARS ? (
              <AddCalendarForm onAdded={reload} />
            ) : (
              <p className="text-muted">You’ve added {MAX_CALENDARS} calendars, the most we can read.</p>
            )}
          </>
        ) : null}
      </Card>
    </section>
  )
}

type ListProps = { now: Date; onRemoved: () => Promise<void> }

function CalendarList({ calendars, ...row }: ListProps & { calendars: ImportedCalendar[] }) {
  const container = useRef<HTMLDivElement>(null)
  useKeepFocus(container, String(calendars.length))
  return (
    <div ref={container} tabIndex={-1} className="focus:outline-none">
      {calendars.length === 0 ? <p>No calendars added yet.</p> : null}
      <ul className="divide-y divide-line">
        {calendars.map((calendar) => (
          <CalendarRow key={calendar.id} calendar={calendar} {...row} />
        ))}
      </ul>
    </div>
  )
}

function CalendarRow({ calendar, now, onRemoved }: ListProps & { calendar: ImportedCalendar }) {
  const { id, name, problem } = calendar
  const { isBusy, run } = useAction({
    toast: 'success',
    reload: (result) => {
      // If the calendar has already been removed in another tab, the result is the same.
      if (result.state === 'failed' && result.reason !== 'calendar-not-found') notify.error(result.message)
      return onRemoved()
    },
  })
  const remove = () => run(() => attempt(deleteCalendar, { params: { calendarId: id } }))
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
      <p className="text-sm text-muted">{describeImport(calendar, now)}</p>
      {problem ? <Alert tone="warning">{problem}</Alert> : null}
    </li>
  )
}

function CalendarBadge({ calendar }: { calendar: ImportedCalendar }) {
  if (calendar.problem) return <Badge tone="warning">Problem</Badge>
  return isImporting(calendar) ? <Badge tone="info">Reading</Badge> : <Badge tone="success">Up to date</Badge>
}

function describeImport({ readAt, busyTimes, problem }: ImportedCalendar, now: Date): string {
  if (readAt === null)
    return problem
      ? 'We haven’t been able to read this calendar yet.'
      : 'We’re reading this calendar for the first time.'
  const times = busyTimes === 1 ? 'One busy time' : `${busyTimes} busy times`
  return `${times} in the coming year. Last read ${formatAgo(readAt, now)}.`
}

/** Number of times the list is reloaded for a new calendar, which is imported within seconds. */
const MAX_REFRESHES = 10
const REFRESH_MS = 3_000

/** Loads the calendars, and reloads them while one is being imported for the first time. */
function useCalendars() {
  const { found: list, reload: load } = useLoaded(listCalendars)
  const [refreshCount, setRefreshCount] = useState(0)
  const reload = () => {
    setRefreshCount(0)
    return load()
  }

  useEffect(() => {
    const isWaiting = list.state === 'loaded' && list.value.some(isImporting)
    if (!isWaiting || refreshCount >= MAX_REFRESHES) return
    const timer = setTimeout(() => {
      setRefreshCount(refreshCount + 1)
      void load()
    }, REFRESH_MS)
    return () => clearTimeout(timer)
  }, [list, refreshCount, load])

  return { list, reload }
}

function isImporting({ readAt, problem }: ImportedCalendar): boolean {
  return readAt === null && problem === null
}

function AddCalendarForm({ onAdded }: { onAdded: () => Promise<void> }) {
  const { form, field, isSubmitting, problem, submit } = useEndpointForm(bodyOf(addCalendar), {
    defaultValues: { url: '' },
    fields: ['url'],
    send: (body) => attempt(addCalendar, { body }),
    onDone: (_, message) => {
      form.reset()
      notify.success(message)
      return onAdded()
    },
  })
  return (
    <Form onSubmit={submit} aria-label="Add a calendar" className="grid gap-4">
      <TextField
        label="Calendar address (ICS)"
        hint="In Google Calendar: Settings, your calendar, “Secret address in iCal format”. In Outlook: Settings, Shared calendars, “Publish a calendar”."
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        {...field('url')}
      />
      {problem ? <Alert tone="error">{problem}</Alert> : null}
      <Button type="submit" variant="secondary" className="justify-self-start" busy={isSubmitting} busyLabel="Adding…">
        Add calendar
      </Button>
    </Form>
  )
}
