import { Badge } from '#platform/web/ui/badge.tsx'
import type { CancellationWish } from '../rules.ts'

/** Staff's hint that someone who writes may want to leave. */
export function CancellationWishBadge({ wish }: { wish: CancellationWish }) {
  return wish === 'contract' ? (
    <Badge tone="danger">May want to cancel a contract</Badge>
  ) : (
    <Badge tone="info">Mentions cancelling</Badge>
  )
}
