import '../../server/tables.ts'
import { sql } from 'kysely'
import { versionOf } from '#features/catalogue/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { DiscountTerms } from '../rules.ts'

export type StoredCode = Awaited<ReturnType<typeof listCodes>>[number]

function codes(db: Db) {
  return db.selectFrom('discountCode').selectAll('discountCode')
}

type CodeRow = Awaited<ReturnType<ReturnType<typeof codes>['executeTakeFirstOrThrow']>>

function toCode({ amountUk: uk, amountInternational: international, ...row }: CodeRow) {
  return { ...row, amounts: { uk, international } }
}

export async function listCodes(db: Db, page: Page) {
  const rows = await takePage(codes(db), ['discountCode.createdAt', 'discountCode.id'], 'desc', page).execute()
  return rows.map(toCode)
}

export async function findCode(db: Db, id: string): Promise<StoredCode | undefined> {
  const row = await codes(db).where('id', '=', id).executeTakeFirst()
  return row && toCode(row)
}

/** @param code in upper case */
export async function findCodeByName(db: Db, code: string): Promise<StoredCode | undefined> {
  const row = await codes(db).where('code', '=', code).executeTakeFirst()
  return row && toCode(row)
}

/** Makes concurrent changes and new uses wait for this transaction. */
export async function lockCode(tx: Db, id: string): Promise<void> {
  await codes(tx).where('id', '=', id).forUpdate().execute()
}

export type CodeColumns = Omit<DiscountTerms, 'isPaused'>

function toColumns({ amounts, ...terms }: CodeColumns) {
  return { ...terms, amountUk: amounts.uk, amountInternational: amounts.international }
}

/** @returns undefined if there is a code with this name */
export async function insertCode(db: Db, terms: CodeColumns, createdAt: Date): Promise<string | undefined> {
  const row = await db
    .insertInto('discountCode')
    .values({ ...toColumns(terms), createdAt })
    .onConflict((conflict) => conflict.column('code').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** @returns false if another code has this name */
export async function saveCode(tx: Db, id: string, terms: CodeColumns): Promise<boolean> {
  const row = await tx
    .updateTable('discountCode')
    .set({ ...toColumns(terms), version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('discountCode as other').where('other.code', '=', terms.code).where('other.id', '!=', id))),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function savePause(tx: Db, id: string, isPaused: boolean): Promise<void> {
  await tx.updateTable('discountCode').set({ isPaused }).where('id', '=', id).execute()
}

export async function deleteCode(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('discountCode').where('id', '=', id).execute()
}

/** An unfinished payment holds a use; one that was cancelled or failed holds none. */
const isUse = sql<boolean>`status not in ('cancelled', 'failed')`

/** The months of a subscription are one use. */
const use = sql`coalesce(subscription_id, id)`

/** The uses of each code, whether it was ever chosen, and what it took off paid purchases in each currency. */
export async function sumUses(db: Db, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('purchase')
    .where('discountCodeId', 'in', ids)
    .groupBy(['discountCodeId', 'currency'])
    .select([
      'discountCodeId',
      'currency',
      sql<number>`(count(distinct ${use}) filter (where ${isUse}))::int`.as('uses'),
    ])
    .select(sql<number>`coalesce(sum(discount) filter (where completed_at is not null), 0)::int`.as('given'))
    .execute()
}

/**
 * Uses by all purchases but the buyer's unfinished one of this package, which a new one would replace. The trigger
 * `purchase_discount_use` counts the same.
 */
export async function countUses(
  db: Db,
  codeId: string,
  { memberId, packageId }: { memberId: MemberId | null; packageId: string },
): Promise<{ inAll: number; byBuyer: number }> {
  const row = await db
    .selectFrom('purchase')
    .where('discountCodeId', '=', codeId)
    .where(isUse)
    .where(
      sql<boolean>`(member_id = ${memberId}::uuid and package_id = ${packageId} and status = 'pending') is not true`,
    )
    .select(sql<number>`(count(distinct ${use}))::int`.as('inAll'))
    .select(sql<number>`(count(distinct ${use}) filter (where member_id = ${memberId}::uuid))::int`.as('byBuyer'))
    .executeTakeFirstOrThrow()
  return row
}

export async function hasBought(db: Db, memberId: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom('purchase')
    .where('memberId', '=', memberId)
    .where('completedAt', 'is not', null)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Purchases that use the code, newest first. */
export async function listUses(db: Db, codeId: string, page: Page) {
  const query = db
    .selectFrom('purchase')
    .innerJoin('packageVersion', versionOf('purchase'))
    .innerJoin('account', 'account.id', 'purchase.memberId')
    .where('purchase.discountCodeId', '=', codeId)
    .where(sql<boolean>`purchase.status not in ('cancelled', 'failed')`)
    .select(['purchase.id', 'purchase.reference', 'purchase.status', 'purchase.isProcessing', 'purchase.market'])
    .select(['purchase.currency', 'purchase.discount', 'purchase.createdAt', 'purchase.memberId'])
    .select(['packageVersion.title', 'account.firstName', 'account.lastName', 'account.email', 'account.deletedAt'])
  return takePage(query, ['purchase.createdAt', 'purchase.id'], 'desc', page).execute()
}
