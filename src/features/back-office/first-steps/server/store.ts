import { sql } from 'kysely'
import { isAdvising } from '#features/consultants/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** Counts published consultants and how many of them have weekly or upcoming one-off availability. */
export async function countConsultants(db: Db): Promise<{ published: number; bookable: number }> {
  return db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .where('consultant.publishedAt', 'is not', null)
    .where(isAdvising)
    .select(sql<number>`count(*)::int`.as('published'))
    .select(
      sql<number>`count(*) filter (where
        exists (select 1 from weekly_hours where weekly_hours.consultant_id = consultant.id)
        or exists (select 1 from day_hours where day_hours.consultant_id = consultant.id and day_hours.day >= current_date)
      )::int`.as('bookable'),
    )
    .executeTakeFirstOrThrow()
}

/** @param max the number at which to stop counting */
export async function countPurchases(db: Db, max: number): Promise<number> {
  const firstPurchases = db.selectFrom('purchase').where('completedAt', 'is not', null).select('id').limit(max)
  const row = await db
    .selectFrom(firstPurchases.as('firstPurchases'))
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Time of the latest Stripe event. */
export async function findLastEvent(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('stripeEvent')
    .orderBy('receivedAt', 'desc')
    .limit(1)
    .select('receivedAt')
    .executeTakeFirst()
  return row?.receivedAt ?? null
}
