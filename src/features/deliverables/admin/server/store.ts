import '../../server/tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { isAdvising } from '#features/consultants/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import { hasDueDay, isNeitherRefundedNorDisputed, selectDeliverables } from '../../server/store.ts'
import type { Assignee, DeliverablesFilter } from '../contract.ts'

/** @param today for example "2026-11-21" */
export async function listDeliverableRows(
  db: Db,
  { list, consultantId, today }: DeliverablesFilter & { today: string },
  page: Page<string>,
) {
  const isDelivered = list === 'delivered'
  let query = selectDeliverables(db)
  query =
    list === 'late'
      ? query
          .where('deliverable.state', '!=', 'delivered')
          .where(sql<boolean>`deliverable.due_on < ${today}::date`)
          .where(hasDueDay)
      : query.where('deliverable.state', '=', list)
  if (!isDelivered) query = query.where('entitlement.cancelledAt', 'is', null).where(isNeitherRefundedNorDisputed)
  if (consultantId === 'unassigned') query = query.where('deliverable.consultantId', 'is', null)
  else if (consultantId) query = query.where('deliverable.consultantId', '=', consultantId)
  return takePage(query, ['deliverable.dueOn', 'deliverable.sequence'], isDelivered ? 'desc' : 'asc', page).execute()
}

/** Far more than a small consultancy has. */
const MAX_ASSIGNEES = 500

export async function listAssignees(db: Db): Promise<Assignee[]> {
  return db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .where(isAdvising)
    .select(['consultant.id', 'consultant.displayName'])
    .select(sql<ServiceType[]>`consultant.services`.as('services'))
    .orderBy('consultant.position')
    .orderBy('consultant.displayName')
    .limit(MAX_ASSIGNEES)
    .execute()
}
