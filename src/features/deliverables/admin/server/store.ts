import '../../server/tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { isAdvising } from '#features/consultants/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import { type DeliverableRow, hasDueDay, isNeitherRefundedNorDisputed, selectDeliverables } from '../../server/store.ts'
import type { Assignee, DeliverablesFilter } from '../contract.ts'

/** @param today for example "2026-11-21" */
export async function listDeliverableRows(
  db: Db,
  { list, consultantId, today }: DeliverablesFilter & { today: string },
  page: Page<string>,
): Promise<DeliverableRow[]> {
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
  if (consultantId === 'nobody') query = query.where('deliverable.consultantId', 'is', null)
  else if (consultantId) query = query.where('deliverable.consultantId', '=', consultantId)
  return takePage(query, ['deliverable.dueOn', 'deliverable.sequence'], isDelivered ? 'desc' : 'asc', page).execute()
}

const selectActiveConsultants = (db: Db) =>
  db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .where(isAdvising)
    .select(['consultant.id', 'consultant.displayName'])
    .select(sql<ServiceType[]>`consultant.services`.as('services'))

export async function findAssignees(db: Db): Promise<Assignee[]> {
  return selectActiveConsultants(db)
    .orderBy('consultant.position')
    .orderBy('consultant.displayName')
    .limit(500)
    .execute()
}

export async function findAssignee(db: Db, id: string): Promise<Assignee | undefined> {
  return selectActiveConsultants(db).where('consultant.id', '=', id).executeTakeFirst()
}

export async function saveAssignment(
  tx: Db,
  id: string,
  { consultantId, state }: { consultantId: string | null; state: 'planned' | 'in_progress' | 'for_approval' },
): Promise<void> {
  await tx.updateTable('deliverable').set({ consultantId, state }).where('id', '=', id).execute()
}
