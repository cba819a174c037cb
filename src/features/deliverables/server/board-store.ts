import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { BoardFilter, Maker } from '../contract/board.ts'
import type { Place } from './list-store.ts'
import { type ItemRow, isNotTakenBack, items } from './store.ts'

// Everybody's deliverables, for administrators.

/** @param today "2026-11-21" */
export async function listItemsOnBoard(
  db: Db,
  { list, consultantId, today }: BoardFilter & { today: string },
  { limit, after }: { limit: number; after: Place | undefined },
): Promise<ItemRow[]> {
  const isDone = list === 'delivered'
  let query = items(db)
  query =
    list === 'late'
      ? query
          .where('deliverable_item.state', '!=', 'delivered')
          .where(sql<boolean>`deliverable_item.due_on < ${today}::date`)
      : query.where('deliverable_item.state', '=', list)
  if (!isDone) query = query.where('entitlement.cancelled_at', 'is', null).where(isNotTakenBack)
  if (consultantId === 'nobody') query = query.where('deliverable_item.consultant_id', 'is', null)
  else if (consultantId) query = query.where('deliverable_item.consultant_id', '=', consultantId)
  if (after) {
    const { dueOn, sequence } = after
    const place = sql`(${dueOn}::date, ${sequence}::bigint)`
    query = query.where(
      isDone
        ? sql<boolean>`(deliverable_item.due_on, deliverable_item.sequence) < ${place}`
        : sql<boolean>`(deliverable_item.due_on, deliverable_item.sequence) > ${place}`,
    )
  }
  const direction = isDone ? 'desc' : 'asc'
  return query
    .orderBy('deliverable_item.due_on', direction)
    .orderBy('deliverable_item.sequence', direction)
    .limit(limit)
    .execute()
}

export async function findAnyItem(db: Db, id: string): Promise<ItemRow | undefined> {
  return items(db).where('deliverable_item.id', '=', id).executeTakeFirst()
}

/** Whoever may log in and is a consultant still. */
const active = (db: Db) =>
  db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.account_id')
    .where('account.role', '=', 'consultant')
    .where('account.disabled_at', 'is', null)
    .select(['consultant.id', 'consultant.display_name as displayName'])
    .select(sql<ServiceType[]>`consultant.services`.as('services'))

export async function findMakers(db: Db): Promise<Maker[]> {
  return active(db).orderBy('consultant.position').orderBy('consultant.display_name').limit(500).execute()
}

export async function findMaker(db: Db, id: string): Promise<Maker | undefined> {
  return active(db).where('consultant.id', '=', id).executeTakeFirst()
}

/** Nobody's again, it is to be begun by whoever takes it; what the member is asked about stays that. */
export async function saveAssignment(
  tx: Db,
  id: string,
  { consultantId, state }: { consultantId: string | null; state: 'planned' | 'in_progress' | 'for_approval' },
): Promise<void> {
  await tx.updateTable('deliverable_item').set({ consultant_id: consultantId, state }).where('id', '=', id).execute()
}
