import type { OwnedPackage } from '#features/purchases/entitlements/contract.ts'
import { NoPurchasesPanel } from '#features/purchases/web/public.tsx'
import { Alert } from '#platform/web/ui/alert.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import type { BookableSession } from '../contract.ts'
import { describeBlocker, filterPackageSessions, isBookable, toSessionKey } from '../rules.ts'

type NoSessionsPanelProps = { sessions: BookableSession[]; packages: OwnedPackage[] }

/**
 * Shown if the member has no bookings or cannot book. Links to the first session, or says why no session can be booked.
 */
export function NoSessionsPanel({ sessions, packages }: NoSessionsPanelProps) {
  const next = sessions.find(isBookable)
  if (next) {
    return (
      <Card>
        <p className="text-lg font-semibold">No sessions booked yet</p>
        <p className="mt-1 mb-6 max-w-prose text-muted">
          Your {next.packageTitle} package starts with “{next.title}” ({next.minutes} minutes). Choose a day and time
          that suit you.
        </p>
        <ButtonLink to="/portal/bookings/new">Book your first session</ButtonLink>
      </Card>
    )
  }
  if (sessions.length === 0 && packages.length === 0) return <NoPurchasesPanel />
  return (
    <Card>
      <p className="text-lg font-semibold">You can’t book anything right now</p>
      <ul className="mt-3 grid max-w-prose gap-2">
        {sessions.map((session) => (
          <li key={toSessionKey(session)}>
            {session.title} ({session.packageTitle}): <span className="text-muted">{describeBlocker(session)}</span>
          </li>
        ))}
        {packages
          .filter((owned) => filterPackageSessions(owned, sessions).length === 0)
          .map((owned) => (
            <li key={owned.id}>
              {owned.title}: <span className="text-muted">{describeReason(owned)}</span>
            </li>
          ))}
      </ul>
      <ButtonLink to="/portal/packages" variant="quiet" className="mt-6">
        See your packages
      </ButtonLink>
    </Card>
  )
}

function describeReason(owned: OwnedPackage): string {
  if (owned.notice) return owned.notice
  return owned.isUsable ? 'This package doesn’t include sessions.' : 'This package is cancelled.'
}

/** Lists packages that are on hold or have an unpaid month, so their sessions cannot be booked for now. */
export function BlockedPackages({ packages }: { packages: OwnedPackage[] }) {
  const blocked = packages.filter(
    ({ state, isUsable, subscription }) => !isUsable && (state === 'suspended' || subscription?.status === 'past_due'),
  )
  if (blocked.length === 0) return null
  return (
    <Alert tone="warning" title="Some of your sessions can’t be booked right now">
      {blocked.map((owned) => (
        <p key={owned.id}>
          {owned.title}: {owned.notice}
        </p>
      ))}
    </Alert>
  )
}
