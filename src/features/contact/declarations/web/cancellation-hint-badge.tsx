import { Badge } from '#platform/web/ui/badge.tsx'
import { type CancellationHint, hintLabels } from '../rules.ts'

/** Staff's hint that someone who writes may want to leave. */
export function CancellationHintBadge({ hint }: { hint: CancellationHint }) {
  return <Badge tone={hint === 'contract' ? 'danger' : 'info'}>{hintLabels[hint]}</Badge>
}
