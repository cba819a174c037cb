import type { MailState } from '#platform/shared/mail-state.ts'
import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'

export const stateWords = {
  waiting: 'Waiting',
  retrying: 'Tried again',
  sent: 'Sent',
  'given-up': 'Given up',
} satisfies Record<MailState, string>

const tones = { waiting: 'neutral', retrying: 'warning', sent: 'success', 'given-up': 'danger' } satisfies Record<
  MailState,
  BadgeTone
>

export function StateBadge({ state }: { state: MailState }) {
  return <Badge tone={tones[state]}>{stateWords[state]}</Badge>
}
