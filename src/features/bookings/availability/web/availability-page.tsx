import { useLoaderData } from 'react-router'
import { pageLoader } from '#platform/web/attempt.ts'
import { call } from '#platform/web/call.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { CallFailed } from '#platform/web/request.ts'
import { Alert } from '#platform/web/ui/alert.tsx'
import { CalendarFeedPanel } from '../../calendar-feed/web/calendar-feed-panel.tsx'
import { ImportedCalendarsPanel } from '../../calendar-import/web/imported-calendars-panel.tsx'
import { NoProfilePanel } from '../../web/no-profile-panel.tsx'
import { getAvailability } from '../contract.ts'
import { AvailabilityForm } from './availability-form.tsx'

export const meta = privateMeta('Availability')

/** Null if the account has no consultant profile yet. */
export const clientLoader = pageLoader(async () => {
  const answer = await call(getAvailability)
  if (answer.refused === 'no-consultant-profile') return null
  if (answer.refused) throw new CallFailed(0, answer.refused, answer.message)
  return answer.value
})

export default function AvailabilityPage() {
  const current = useLoaderData<typeof clientLoader>()
  if (!current) return <NoProfilePanel />
  return (
    <>
      <p className="max-w-prose text-lg text-muted">
        When members can book you, by your own clock. Sessions that are booked stay as they are, whatever you change.
      </p>
      {current.isPublished ? null : (
        <Alert tone="info">
          Your entry is not published yet, so members cannot book you. Your hours count from the day it is.
        </Alert>
      )}
      <AvailabilityForm current={current} />
      <ImportedCalendarsPanel />
      <CalendarFeedPanel />
    </>
  )
}
