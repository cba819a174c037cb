import { lazy, type ReactNode, Suspense } from 'react'
import { useLoaderData } from 'react-router'
import { load } from '#platform/web/load.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadProblem } from '#platform/web/ui/load-problem.tsx'
import { type BookableSession, listBookableSessions } from '../contract.ts'
import { BookingsList } from './bookings-list.tsx'
import { NoSessions } from './no-sessions-panel.tsx'
import { fetchBookings, loadTimeZone } from './queries.ts'

export function meta() {
  return [{ title: 'My Bookings' }, { name: 'robots', content: 'noindex' }]
}

export async function clientLoader() {
  const [upcoming, past, sessions, timeZone] = await Promise.all([
    fetchBookings('upcoming'),
    fetchBookings('past'),
    load(listBookableSessions),
    loadTimeZone(),
  ])
  return { upcoming, past, sessions, timeZone }
}
clientLoader.hydrate = true as const

export const handle = { Start }

export function ErrorBoundary() {
  return <LoadProblem />
}

/** It stands below all else, where nobody waits for it. */
const CalendarFeedPanel = lazy(async () => {
  const panel = await import('./calendar-feed-panel.tsx')
  return { default: panel.CalendarFeedPanel }
})

/** What is booked, soonest first, and under it what was. */
export default function BookingsPage() {
  const { upcoming, past, sessions, timeZone } = useLoaderData<typeof clientLoader>()
  const isFirst = upcoming.items.length === 0 && past.items.length === 0
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Start />
        {canBook(sessions) && !isFirst ? <ButtonLink to="/portal/bookings/new">Book a session</ButtonLink> : null}
      </div>
      {isFirst ? (
        <NoSessions sessions={sessions} />
      ) : (
        <Part id="upcoming" title="Upcoming">
          {upcoming.items.length > 0 ? (
            <BookingsList first={upcoming} when="upcoming" timeZone={timeZone} />
          ) : (
            <Card>
              <p className="text-muted">Nothing is booked.</p>
            </Card>
          )}
        </Part>
      )}
      {past.items.length > 0 ? (
        <Part id="past" title="Past and cancelled">
          <BookingsList first={past} when="past" timeZone={timeZone} />
        </Part>
      ) : null}
      <Suspense>{isFirst ? null : <CalendarFeedPanel />}</Suspense>
    </>
  )
}

function Start() {
  return (
    <p className="text-lg text-muted">
      Your sessions with our consultants. You can move or cancel them here, and read what was noted of those that are
      over.
    </p>
  )
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function canBook(sessions: BookableSession[]): boolean {
  return sessions.some(({ obstacle }) => obstacle === null)
}
