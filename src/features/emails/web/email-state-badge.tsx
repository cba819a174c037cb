import type { EmailStatus } from '#platform/shared/email-status.ts'
import { formatMoment } from '#platform/web/format-dates.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import type { EmailSummary } from '../contract.ts'

/** Shows the last error and the time of the next attempt. */
export function EmailFailure({ email: { failure, attempts, nextAttemptAt } }: { email: EmailSummary }) {
  if (!failure) return null
  return (
    <p className="text-sm">
      {failure} {attempts === 1 ? 'Tried once.' : `Tried ${attempts} times.`}
      {nextAttemptAt ? ` Next: ${formatMoment(nextAttemptAt)}.` : null}
    </p>
  )
}

export const stateLabels = {
  waiting: 'Waiting',
  retrying: 'Retrying',
  sent: 'Sent',
  'given-up': 'Failed',
} satisfies Record<EmailStatus, string>

const tones = { waiting: 'neutral', retrying: 'warning', sent: 'success', 'given-up': 'danger' } satisfies Record<
  EmailStatus,
  BadgeTone
>

export function StateBadge({ state }: { state: EmailStatus }) {
  return <Badge tone={tones[state]}>{stateLabels[state]}</Badge>
}
