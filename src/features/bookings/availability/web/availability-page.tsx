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
        Set when members can book you, in your own time zone. Changes don’t affect sessions that are already booked.
      </p>
      {current.isPublished ? null : (
        <Alert tone="info">
          Your profile isn’t published yet, so members can’t book you. Your hours will apply once it is.
        </Alert>
      )}
      <AvailabilityForm current={current} />
      <ImportedCalendarsPanel />
      <CalendarFeedPanel />
    </>
  )
}
