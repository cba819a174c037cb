import type { MemberContext } from '#platform/server/context.ts'
import { afterDayCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { createDeliverables } from '../../server/create-deliverables.ts'
import { showDeliverable, showDetails } from '../../server/show-deliverable.ts'
import { type DeliverableRow, findMemberDeliverable, toPagePosition } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import type { DeliverablesOverview, PackageProgress } from '../contract.ts'
import { listAwaitingApproval, listMemberDeliverables, sumProgress } from './store.ts'

export async function getDeliverable(context: MemberContext, deliverableId: string) {
  return showDetails(context.db, await requireDeliverable(context, deliverableId), { includeDrafts: false })
}

/** Finds the member's own deliverable. Any other is refused as not found. */
export async function requireDeliverable(
  { db, actor }: Pick<MemberContext, 'db' | 'actor'>,
  deliverableId: string,
): Promise<DeliverableRow> {
  const row = await findMemberDeliverable(db, actor.memberId, deliverableId)
  if (!row) throw new Refused('deliverable-not-found')
  return row
}

/** Any others are shown on the package pages. */
const MAX_SHOWN = 5

export async function getDeliverablesOverview(context: MemberContext): Promise<DeliverablesOverview> {
  const [progress, awaitingApproval] = await Promise.all([
    listProgress(context),
    listAwaitingApproval(context.db, context.actor.memberId, MAX_SHOWN),
  ])
  const lines = progress.flatMap((packageProgress) => packageProgress.lines)
  return {
    delivered: lines.reduce((sum, { delivered }) => sum + delivered, 0),
    promised: lines.reduce((sum, { promised }) => sum + promised, 0),
    forApproval: awaitingApproval.map(showDeliverable),
  }
}

export async function listDeliverables(
  context: MemberContext,
  { entitlementId, cursor, limit }: QueryOf<typeof contract.listDeliverables>,
): Promise<ResponseOf<typeof contract.listDeliverables>> {
  const { db, actor } = context
  if (!actor.isImpersonated) await createDeliverables(context, actor.memberId)
  const after = afterDayCursor(cursor)
  const rows = await listMemberDeliverables(db, actor.memberId, { entitlementId, limit: limit + 1, after })
  return pageFrom(rows, limit, toPagePosition, showDeliverable)
}

/** Creates missing deliverables first, so that they are shown even for a package bought a moment ago. */
export async function listProgress(context: MemberContext): Promise<PackageProgress[]> {
  const { db, actor } = context
  if (!actor.isImpersonated) await createDeliverables(context, actor.memberId)
  const packages = Map.groupBy(await sumProgress(db, actor.memberId), ({ packageId }) => packageId)
  return [...packages].map(([id, lines]) => ({ id, lines }))
}
