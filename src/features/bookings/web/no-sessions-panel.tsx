import { NoPurchases } from '#features/purchases/web/public.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { BookableSession } from '../contract.ts'
import { obstacleInWords } from '../rules/obstacle.ts'

/** Nothing was booked so far: the way to the first session, or to a package that holds some. */
export function NoSessions({ sessions }: { sessions: BookableSession[] }) {
  const [next] = sessions.filter(({ obstacle }) => obstacle === null)
  if (next) {
    return (
      <Card>
        <p className="text-lg font-semibold">No sessions booked yet</p>
        <p className="mt-1 mb-6 max-w-prose text-muted">
          Your package {next.packageTitle} begins with: {next.title}, {next.minutes} minutes. Choose a day and a time
          that suit you.
        </p>
        <ButtonLink to="/portal/bookings/new">Book your first session</ButtonLink>
      </Card>
    )
  }
  if (sessions.length === 0) return <NoPurchases />
  return (
    <Card>
      <p className="text-lg font-semibold">Nothing can be booked right now</p>
      <ul className="mt-3 grid max-w-prose gap-2">
        {sessions.map((session) => (
          <li key={`${session.entitlementId} ${session.lineKey}`}>
            {session.title} ({session.packageTitle}): <span className="text-muted">{obstacleInWords(session)}</span>
          </li>
        ))}
      </ul>
      <ButtonLink to="/portal/packages" variant="quiet" className="mt-6">
        See your packages
      </ButtonLink>
    </Card>
  )
}
