import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { fetchOwnedPackages } from '#features/purchases/web/public.tsx'
import { load, pageLoader } from '#platform/web/attempt.ts'
import { privateMeta } from '#platform/web/private-meta.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LazyPanel } from '#platform/web/ui/lazy-panel.tsx'
import { LoadMore, useLoadMore } from '#platform/web/ui/load-more.tsx'
import { listBookableSessions } from '../contract.ts'
import { isBookable } from '../rules.ts'
import { BookingCards } from './booking-card.tsx'
import { BlockedPackages, NoSessionsPanel } from './no-sessions-panel.tsx'
import { fetchBookings, loadTimeZone } from './queries.ts'

export const meta = privateMeta('My Bookings')

export const clientLoader = pageLoader(async () => {
  const [upcoming, past, sessions, packages, timeZone] = await Promise.all([
    fetchBookings('upcoming'),
    fetchBookings('past'),
    load(listBookableSessions),
    fetchOwnedPackages(),
    loadTimeZone(),
  ])
  return { upcoming, past, sessions, packages: packages.items, timeZone }
})

export const handle = { Start }

/** Loaded lazily because it is at the bottom of the page. */
const loadCalendarFeedPanel = () => import('../../calendar-feed/web/calendar-feed-panel.tsx')

/** Upcoming sessions, soonest first, then past and cancelled ones. */
export default function BookingsPage() {
  const { upcoming, past, sessions, packages, timeZone } = useLoaderData<typeof clientLoader>()
  const hasNoBookings = upcoming.items.length === 0 && past.items.length === 0
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Start />
        {sessions.some(isBookable) && !hasNoBookings ? (
          <ButtonLink to="/portal/bookings/new">Book a session</ButtonLink>
        ) : null}
      </div>
      {hasNoBookings ? null : <BlockedPackages packages={packages} />}
      {hasNoBookings ? (
        <NoSessionsPanel sessions={sessions} packages={packages} />
      ) : (
        <BookingsSection id="upcoming" title="Upcoming">
          {upcoming.items.length > 0 ? (
            <BookingsList firstPage={upcoming} when="upcoming" timeZone={timeZone} />
          ) : (
            <Card>
              <p className="text-muted">No upcoming sessions.</p>
            </Card>
          )}
        </BookingsSection>
      )}
      {past.items.length > 0 ? (
        <BookingsSection id="past" title="Past and cancelled">
          <BookingsList firstPage={past} when="past" timeZone={timeZone} />
        </BookingsSection>
      ) : null}
      {hasNoBookings ? null : (
        <LazyPanel load={loadCalendarFeedPanel}>{({ CalendarFeedPanel }) => <CalendarFeedPanel />}</LazyPanel>
      )}
    </>
  )
}

function Start() {
  return <p className="text-lg text-muted">Move, cancel or look back at your sessions.</p>
}

function BookingsSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

type BookingsListProps = {
  firstPage: Awaited<ReturnType<typeof fetchBookings>>
  when: 'upcoming' | 'past'
  timeZone: string
}

function BookingsList({ firstPage, when, timeZone }: BookingsListProps) {
  const list = useLoadMore(firstPage, (cursor) => fetchBookings(when, cursor))
  return (
    <>
      <BookingCards bookings={list.items} timeZone={timeZone} isOver={when === 'past'} />
      <LoadMore list={list} />
    </>
  )
}
