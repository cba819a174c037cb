import '../../server/tables.ts'
import { sql } from 'kysely'
import type { PaymentMode } from '#features/purchases/contract.ts'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page, PagePosition } from '#platform/server/paging.ts'
import type { ProviderEvent } from '../../stripe/server/event-gateway.ts'

/** Unhandled events received before the given time, oldest first. */
export async function listOpenEvents(
  db: Db,
  { before, failuresBelow, ...page }: Page & { before: Date; failuresBelow: number },
): Promise<PagePosition[]> {
  const query = db
    .selectFrom('stripeEvent')
    .where('handledAt', 'is', null)
    .where('receivedAt', '<=', before)
    .where('failures', '<', failuresBelow)
  return takePage(query.select(['id', 'receivedAt as at']), ['receivedAt', 'id'], 'asc', page).execute()
}

/** The time up to which Stripe's events were read. */
export async function findCursor(db: Db, mode: PaymentMode): Promise<Date | undefined> {
  const row = await db
    .selectFrom('paymentCursor')
    .where('paymentMode', '=', mode)
    .select('eventsUntil')
    .executeTakeFirst()
  return row?.eventsUntil
}

/** Never moves the cursor back, because two runs may finish in either order. */
export async function moveCursor(db: Db, mode: PaymentMode, until: Date): Promise<void> {
  await db
    .insertInto('paymentCursor')
    .values({ paymentMode: mode, eventsUntil: until })
    .onConflict((conflict) =>
      conflict
        .column('paymentMode')
        .doUpdateSet({ eventsUntil: sql<Date>`greatest(payment_cursor.events_until, excluded.events_until)` }),
    )
    .execute()
}

/** @returns false if this event is already stored */
export async function insertEvent(db: Db, event: ProviderEvent & { receivedAt: Date }): Promise<boolean> {
  const row = await db
    .insertInto('stripeEvent')
    .values({ ...event, handledAt: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findOpenEvent(db: Db, id: string) {
  return db
    .selectFrom('stripeEvent')
    .where('id', '=', id)
    .where('handledAt', 'is', null)
    .select(['id', 'type', 'createdAt', 'paymentIntentId', 'providerSubscriptionId'])
    .executeTakeFirst()
}

export async function markEventHandled(db: Db, id: string, handledAt: Date): Promise<void> {
  await db.updateTable('stripeEvent').set({ handledAt }).where('id', '=', id).execute()
}

/**
 * Deletes the oldest first.
 * @returns the number deleted
 */
export async function deleteHandledEvents(db: Db, before: Date, maxRows: number): Promise<number> {
  const handled = db.selectFrom('stripeEvent').where('handledAt', '<', before).orderBy('handledAt')
  return deleteFirst(db, 'stripeEvent', handled, maxRows)
}

/** @returns the number of failures so far */
export async function recordEventFailure(db: Db, id: string): Promise<number> {
  const row = await db
    .updateTable('stripeEvent')
    .set((set) => ({ failures: set('failures', '+', 1) }))
    .where('id', '=', id)
    .returning('failures')
    .executeTakeFirstOrThrow()
  return row.failures
}
