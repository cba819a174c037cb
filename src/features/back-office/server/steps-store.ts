import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'

/** Whom the public can see, and how many of these have hours in which they can be booked. */
export async function countConsultants(db: Db): Promise<{ shown: number; bookable: number }> {
  return db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.account_id')
    .where('consultant.published_at', 'is not', null)
    .where('account.role', '=', 'consultant')
    .where('account.disabled_at', 'is', null)
    .select(sql<number>`count(*)::int`.as('shown'))
    .select(
      sql<number>`count(*) filter (where
        exists (select 1 from weekly_hours where weekly_hours.consultant_id = consultant.id)
        or exists (select 1 from day_hours where day_hours.consultant_id = consultant.id and day_hours.day >= current_date)
      )::int`.as('bookable'),
    )
    .executeTakeFirstOrThrow()
}

/** @param most no more than so many are counted */
export async function countPurchases(db: Db, most: number): Promise<number> {
  const some = db.selectFrom('purchase').where('completed_at', 'is not', null).select('id').limit(most)
  const row = await db
    .selectFrom(some.as('some'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** When the payment provider last told us something. */
export async function findLastEvent(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('stripe_event')
    .orderBy('received_at', 'desc')
    .limit(1)
    .select('received_at')
    .executeTakeFirst()
  return row?.received_at ?? null
}
