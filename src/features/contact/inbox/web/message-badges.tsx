import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import { CancellationWishBadge } from '../../cancellation/web/cancellation-wish-badge.tsx'
import type { InboxSummary, MessageState } from '../contract.ts'
import { kindLabels, stateLabels } from '../rules.ts'

const tones = {
  new: 'warning',
  'in-progress': 'info',
  answered: 'success',
  closed: 'neutral',
} satisfies Record<MessageState, BadgeTone>

export function MessageBadges({
  message: { kind, state, isSpam, cancellationWish },
}: {
  message: Pick<InboxSummary, 'kind' | 'state' | 'isSpam' | 'cancellationWish'>
}) {
  return (
    <>
      {kind === 'contact' ? null : <Badge tone="danger">{kindLabels[kind]}</Badge>}
      {cancellationWish ? <CancellationWishBadge wish={cancellationWish} /> : null}
      {isSpam ? <Badge>Spam</Badge> : <Badge tone={tones[state]}>{stateLabels[state]}</Badge>}
    </>
  )
}
