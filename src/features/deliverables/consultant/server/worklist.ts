import { type ConsultantProfile, findConsultantProfile } from '#features/consultants/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterDayCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Situation } from '../../rules.ts'
import { showDeliverable, showDetails, toDeliverableState } from '../../server/show-deliverable.ts'
import { type DeliverableRow, toPagePosition, type VersionRow } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import { findConsultantDeliverable, listWorklistRows } from './store.ts'

/** Empty for a consultant without a profile. */
export async function listWorklist(
  { db, actor, now }: MemberContext,
  { list, cursor, limit }: QueryOf<typeof contract.listWorklist>,
): Promise<ResponseOf<typeof contract.listWorklist>> {
  const after = afterDayCursor(cursor)
  const consultant = await findConsultantProfile(db, actor.memberId)
  if (!consultant) return { items: [], nextCursor: null }
  const rows = await listWorklistRows(db, consultant, { list, now: now(), limit: limit + 1, after })
  return pageFrom(rows, limit, toPagePosition, (row) => ({
    ...showDeliverable(row),
    ...toConsultantFields(row, consultant),
  }))
}

export async function getConsultantDeliverable(context: MemberContext, deliverableId: string) {
  const { consultant, row } = await requireConsultantDeliverable(context, deliverableId)
  const details = await showDetails(context.db, row, { includeDrafts: true })
  return { ...details, ...toConsultantFields(row, consultant) }
}

export type ConsultantWork = { consultant: ConsultantProfile; row: DeliverableRow }

/** Finds a deliverable that the consultant is making or can take. Any other is refused as not found. */
export async function requireConsultantDeliverable(
  { db, actor, now }: MemberContext,
  deliverableId: string,
): Promise<ConsultantWork> {
  const consultant = await findConsultantProfile(db, actor.memberId)
  const row = consultant && (await findConsultantDeliverable(db, consultant, deliverableId, now()))
  if (!consultant || !row) throw new Refused('deliverable-not-found')
  return { consultant, row }
}

function toConsultantFields(row: DeliverableRow, consultant: ConsultantProfile) {
  return { memberName: fullName(row.firstName, row.lastName), isMine: row.consultantId === consultant.id }
}

/** What the rules need to know to make a decision. */
export function toSituation({ consultant, row }: ConsultantWork, versions: VersionRow[]): Situation {
  return {
    state: toDeliverableState(row),
    isMine: row.consultantId === consultant.id,
    approvalRequestedAt: row.approvalRequestedAt,
    unseenCount: versions.filter((version) => version.publishedAt === null).length,
    versionCount: versions.length,
  }
}
