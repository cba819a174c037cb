import { useLoaderData } from 'react-router'
import { call } from '#platform/web/call.ts'
import { CallFailed } from '#platform/web/request.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { getAvailability } from '../contract/availability.ts'
import { AvailabilityForm } from './availability-form.tsx'
import { CalendarFeedPanel } from './calendar-feed-panel.tsx'
import { ImportedCalendarsPanel } from './imported-calendars-panel.tsx'
import { NoEntry } from './no-entry-panel.tsx'

export function meta() {
  return [{ title: 'Availability' }, { name: 'robots', content: 'noindex' }]
}

/** null: there is no entry among the consultants yet. */
export async function clientLoader() {
  const answer = await call(getAvailability)
  if (answer.refused === 'no-consultant-entry') return null
  if (answer.refused) throw new CallFailed(0, answer.refused, answer.message)
  return answer.value
}
clientLoader.hydrate = true as const

export function ErrorBoundary() {
  return <LoadProblem />
}

export default function AvailabilityPage() {
  const own = useLoaderData<typeof clientLoader>()
  if (!own) return <NoEntry />
  return (
    <>
      <p className="max-w-prose text-lg text-muted">
        When members can book you, by your own clock. Sessions that are booked stay as they are, whatever you change.
      </p>
      {own.isPublished ? null : (
        <Alert tone="info">
          Your entry is not published yet, so members cannot book you. Your hours count from the day it is.
        </Alert>
      )}
      <AvailabilityForm own={own} />
      <ImportedCalendarsPanel />
      <CalendarFeedPanel />
    </>
  )
}
