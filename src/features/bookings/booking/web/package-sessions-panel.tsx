import { CalendarPlus } from 'lucide-react'
import type { OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import type { BookableSession } from '../contract.ts'
import { filterBookableSessions, filterPackageSessions, toSessionKey } from '../rules.ts'

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
      aria-label={`Book a session of ${owned.title}`}
    >
      <CalendarPlus aria-hidden="true" className="size-4 shrink-0" />
      Book a session
    </ButtonLink>
  )
}

/** Lists how many sessions of each type are left in a package. */
export function SessionsLeft({ owned, sessions }: { owned: OwnedPackage; sessions: BookableSession[] }) {
  const lines = filterPackageSessions(owned, sessions)
  if (lines.length === 0) return null
  return (
    <ul aria-label={`Sessions of ${owned.title}`} className="mt-4 grid gap-1 text-sm">
      {lines.map((line) => (
        <li key={toSessionKey(line)} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 break-words">{line.title}</span>
          <span className="font-medium tabular-nums">{line.left === null ? 'Unlimited' : `${line.left} left`}</span>
        </li>
      ))}
    </ul>
  )
}
