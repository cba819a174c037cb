import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { CancellationHintBadge } from '../../declarations/web/cancellation-hint-badge.tsx'
import type { InboxSummary, MessageState } from '../contract.ts'
import { kindLabels, stateLabels } from '../rules.ts'

const tones = {
  new: 'warning',
  'in-progress': 'info',
  answered: 'success',
  closed: 'neutral',
} satisfies Record<MessageState, BadgeTone>

export function MessageBadges({
  message: { kind, state, isSpam, cancellationHint },
}: {
  message: Pick<InboxSummary, 'kind' | 'state' | 'isSpam' | 'cancellationHint'>
}) {
  return (
    <>
      {kind === 'contact' ? null : <Badge tone="danger">{kindLabels[kind]}</Badge>}
      {cancellationHint ? <CancellationHintBadge hint={cancellationHint} /> : null}
      {isSpam ? <Badge>Spam</Badge> : <Badge tone={tones[state]}>{stateLabels[state]}</Badge>}
    </>
  )
}
