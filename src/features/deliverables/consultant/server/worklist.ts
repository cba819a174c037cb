import { type ConsultantProfile, findConsultantProfile } from '#features/consultants/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterDayCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Situation } from '../../rules.ts'
import { showDeliverable, showDetails, stateOf } from '../../server/show-deliverable.ts'
import { type DeliverableRow, placeOf, type VersionRow } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import type { ConsultantDeliverable, ConsultantDeliverableDetails } from '../contract.ts'
import { findConsultantDeliverable, listWorklistOf } from './store.ts'

/** Empty for a consultant without a profile. */
export async function listWorklist(
  { db, actor, now }: MemberContext,
  { list, cursor, limit }: QueryOf<typeof contract.listWorklist>,
): Promise<ResponseOf<typeof contract.listWorklist>> {
  const after = afterDayCursor(cursor)
  const worker = await findConsultantProfile(db, actor.memberId)
  if (!worker) return { items: [], nextCursor: null }
  const rows = await listWorklistOf(db, worker, { list, now: now(), limit: limit + 1, after })
  return pageFrom(rows, limit, placeOf, (row) => showConsultantDeliverable(row, worker))
}

export async function getConsultantDeliverable(
  context: MemberContext,
  deliverableId: string,
): Promise<ConsultantDeliverableDetails> {
  return showConsultantDetails(context, await requireConsultantDeliverable(context, deliverableId))
}

export type ConsultantWork = { worker: ConsultantProfile; row: DeliverableRow }

/** Finds a deliverable that the consultant makes or may take. Refuses all others as not found. */
export async function requireConsultantDeliverable(
  { db, actor, now }: Pick<MemberContext, 'db' | 'actor' | 'now'>,
  deliverableId: string,
): Promise<ConsultantWork> {
  const worker = await findConsultantProfile(db, actor.memberId)
  const row = worker && (await findConsultantDeliverable(db, worker, deliverableId, now()))
  if (!worker || !row) throw new Refused('deliverable-not-found')
  return { worker, row }
}

async function showConsultantDetails(
  { db }: Pick<MemberContext, 'db'>,
  { worker, row }: ConsultantWork,
): Promise<ConsultantDeliverableDetails> {
  return { ...(await showDetails(db, row, { drafts: true })), ...consultantFieldsOf(row, worker) }
}

function showConsultantDeliverable(row: DeliverableRow, worker: ConsultantProfile): ConsultantDeliverable {
  return { ...showDeliverable(row), ...consultantFieldsOf(row, worker) }
}

function consultantFieldsOf(row: DeliverableRow, worker: ConsultantProfile) {
  return { memberName: fullName(row.firstName, row.lastName), isMine: row.consultantId === worker.id }
}

/** The facts that the rules decide by. */
export function situationOf({ worker, row }: ConsultantWork, versions: VersionRow[]): Situation {
  return {
    state: stateOf(row),
    isMine: row.consultantId === worker.id,
    askedAt: row.approvalRequestedAt,
    unseen: versions.filter((version) => version.publishedAt === null).length,
    made: versions.length,
  }
}
