import { CalendarPlus } from 'lucide-react'
import type { OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { Booking } from '../../contract.ts'
import type { BookableSession } from '../contract.ts'
import { filterBookableSessions, filterPackageSessions, toSessionKey } from '../rules.ts'
import { BookingCards } from './booking-card.tsx'

// Sections used on other pages of the portal.

type UpcomingSessionsPanelProps = { bookings: Booking[]; timeZone: string; canBook: boolean }

/** SPEC §2: the dashboard's list of next sessions. */
export function UpcomingSessionsPanel({ bookings, timeZone, canBook }: UpcomingSessionsPanelProps) {
  return (
    <section aria-labelledby="sessions">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 id="sessions" className="text-xl">
          Upcoming sessions
        </h2>
        <Link to="/portal/bookings" className="link link-alone">
          See all in My Bookings
        </Link>
      </div>
      {bookings.length > 0 ? (
        <BookingCards bookings={bookings} timeZone={timeZone} isOver={false} />
      ) : (
        <Card className="flex flex-wrap items-center justify-between gap-4">
          {canBook ? (
            <>
              <p>You have sessions to book.</p>
              <ButtonLink to="/portal/bookings/new" size="small">
                Book a session
              </ButtonLink>
            </>
          ) : (
            <p className="text-muted">No upcoming sessions.</p>
          )}
        </Card>
      )}
    </section>
  )
}

/** Links a package to its next bookable session, if it has one. */
export function BookSessionLink({ owned, sessions }: { owned: OwnedPackage; sessions: BookableSession[] }) {
  const [next, ...others] = filterBookableSessions(owned, sessions)
  if (!next) return null
  const choice = { entitlement: next.entitlementId, ...(others.length === 0 && { line: next.lineKey }) }
  return (
    <ButtonLink
      to={`/portal/bookings/new?${new URLSearchParams(choice)}`}
      variant="secondary"
      size="small"
      className="mt-4 self-start justify-self-start"
      aria-label={`Book a session from ${owned.title}`}
    >
      <CalendarPlus aria-hidden="true" className="size-4 shrink-0" />
      Book a session
    </ButtonLink>
  )
}

export function SessionsLeft({ owned, sessions }: { owned: OwnedPackage; sessions: BookableSession[] }) {
  const lines = filterPackageSessions(owned, sessions)
  if (lines.length === 0) return null
  return (
    <ul aria-label={`Sessions in ${owned.title}`} className="mt-4 grid gap-1 text-sm">
      {lines.map((line) => (
        <li key={toSessionKey(line)} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 break-words">{line.title}</span>
          <span className="font-medium tabular-nums">{line.left === null ? 'Unlimited' : `${line.left} left`}</span>
        </li>
      ))}
    </ul>
  )
}
