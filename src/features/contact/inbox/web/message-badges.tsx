import { Badge, type BadgeTone } from '#platform/web/ui/badge.tsx'
import type { InboxSummary, MessageState } from '../contract.ts'
import { stateLabels } from '../rules.ts'

const tones = {
  new: 'warning',
  'in-progress': 'info',
  answered: 'success',
  closed: 'neutral',
} satisfies Record<MessageState, BadgeTone>

export function MessageBadges({
  message: { kind, state, isSpam },
}: {
  message: Pick<InboxSummary, 'kind' | 'state' | 'isSpam'>
}) {
  return (
    <>
      {kind === 'complaint' ? <Badge tone="danger">Complaint</Badge> : null}
      {isSpam ? <Badge>Spam</Badge> : <Badge tone={tones[state]}>{stateLabels[state]}</Badge>}
    </>
  )
}
