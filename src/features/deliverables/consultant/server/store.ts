import '../../server/tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { ConsultantProfile } from '#features/consultants/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import { type DeliverableRow, isNeitherRefundedNorDisputed, selectDeliverables } from '../../server/store.ts'
import type { WorklistName } from '../contract.ts'

/** The consultant's own deliverables, and unassigned ones for their services once the package has started. */
function selectWorklist(db: Db, { id, services }: ConsultantProfile, now: Date) {
  return selectDeliverables(db)
    .where('entitlement.startsAt', '<=', now)
    .where('account.deletedAt', 'is', null)
    .where((where) =>
      where.or([
        where('deliverable.consultantId', '=', id),
        where.and([
          where('deliverable.consultantId', 'is', null),
          where('package.serviceType', '=', sql<ServiceType>`any(${services})`),
        ]),
      ]),
    )
}

export async function findConsultantDeliverable(db: Db, consultant: ConsultantProfile, id: string, now: Date) {
  return selectWorklist(db, consultant, now).where('deliverable.id', '=', id).executeTakeFirst()
}

const worklistStates = {
  open: ['planned', 'in_progress'],
  waiting: ['for_approval'],
  done: ['delivered'],
} satisfies Record<WorklistName, DeliverableRow['state'][]>

export async function listWorklistRows(
  db: Db,
  consultant: ConsultantProfile,
  { list, now, ...page }: Page<string> & { list: WorklistName; now: Date },
) {
  let query = selectWorklist(db, consultant, now).where('deliverable.state', 'in', worklistStates[list])
  if (list !== 'done') {
    query = query.where('entitlement.cancelledAt', 'is', null).where(isNeitherRefundedNorDisputed)
  }
  return takePage(query, ['deliverable.dueOn', 'deliverable.sequence'], 'asc', page).execute()
}
