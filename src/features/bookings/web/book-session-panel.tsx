import { CalendarPlus } from 'lucide-react'
import type { OwnedPackage } from '#features/purchases/contract.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { BookableSession } from '../contract.ts'
import { sessionsOf } from '../rules/choice.ts'

/** The way from a package to its next session, where one can be booked. */
export function BookSession({ owned, sessions }: { owned: OwnedPackage; sessions: BookableSession[] }) {
  const [next, ...others] = sessionsOf(owned, sessions)
  if (!next) return null
  const choice = { entitlement: next.entitlementId, ...(others.length === 0 && { line: next.lineKey }) }
  return (
    <ButtonLink
      to={`/portal/bookings/new?${new URLSearchParams(choice)}`}
      variant="secondary"
      size="small"
      className="mt-4 self-start justify-self-start"
      aria-label={`Book a session of ${owned.title}`}
    >
      <CalendarPlus aria-hidden="true" className="size-4 shrink-0" />
      Book a session
    </ButtonLink>
  )
}
