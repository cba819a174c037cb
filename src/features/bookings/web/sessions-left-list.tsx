import type { OwnedPackage } from '#features/purchases/contract.ts'
import type { BookableSession } from '../contract.ts'
import { sessionLinesOf } from '../rules/choice.ts'

/** What a package still holds of each kind of session, on its card. */
export function SessionsLeft({ owned, sessions }: { owned: OwnedPackage; sessions: BookableSession[] }) {
  const lines = sessionLinesOf(owned, sessions)
  if (lines.length === 0) return null
  return (
    <ul aria-label={`Sessions of ${owned.title}`} className="mt-4 grid gap-1 text-sm">
      {lines.map(({ entitlementId, lineKey, title, left }) => (
        <li key={`${entitlementId} ${lineKey}`} className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 break-words">{title}</span>
          <span className="font-medium tabular-nums">{left === null ? 'Unlimited' : `${left} left`}</span>
        </li>
      ))}
    </ul>
  )
}
