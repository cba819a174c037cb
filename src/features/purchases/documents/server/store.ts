import type { Currency } from '#platform/shared/money.ts'
import '../../server/tables.ts'
import { sql } from 'kysely'
import { deleteFirst } from '#platform/server/db/batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type DocumentKind, readContent } from './document-content.ts'

// Reads issued documents for their members, staff and the accountant.

/** Documents have no id, so the UUID for the paging cursor is derived from the number. */
const pagingId = sql<string>`overlay(overlay(md5(document.reference) placing '4' from 13) placing '8' from 17)::uuid`

/** Shared by every query that reads documents. */
function documents(db: Db) {
  return db
    .selectFrom('document')
    .innerJoin('purchase', 'purchase.id', 'document.purchaseId')
    .leftJoin('document as reversed', (join) =>
      join
        .onRef('reversed.refundId', '=', 'document.refundId')
        .on('reversed.kind', '=', 'credit_note')
        .on('document.kind', '=', 'credit_note_reversal'),
    )
    .select(['document.reference', 'document.kind', 'document.purchaseId', 'document.issuedAt', 'document.content'])
    .select(['reversed.reference as reversedReference', pagingId.as('pagingId')])
    .select(['purchase.reference as purchaseReference', 'purchase.paymentIntentId'])
}

/** A document as it was issued, with its purchase. */
export type StoredDocument = ReturnType<typeof toDocument>

function toDocument(row: Awaited<ReturnType<ReturnType<typeof documents>['executeTakeFirstOrThrow']>>) {
  return { ...row, content: readContent(row.content) }
}

/** Oldest first. */
export async function listDocumentsOfPurchase(db: Db, purchaseId: string): Promise<StoredDocument[]> {
  const rows = await documents(db)
    .where('document.purchaseId', '=', purchaseId)
    .orderBy('document.issuedAt')
    .orderBy('document.reference')
    .execute()
  return rows.map(toDocument)
}

/** Finds one of the member's documents by its exact number. */
export async function findDocument(
  db: Db,
  owner: MemberId | 'anyone',
  reference: string,
): Promise<StoredDocument | undefined> {
  let query = documents(db).where('document.reference', '=', reference)
  if (owner !== 'anyone') query = query.where('purchase.memberId', '=', owner)
  const row = await query.executeTakeFirst()
  return row && toDocument(row)
}

type DocumentCriteria = {
  memberId?: MemberId
  kind?: DocumentKind | undefined
  currency?: Currency | undefined
  from?: Date | undefined
  before?: Date | undefined
  /** Matches the beginning of the number. */
  reference?: string | undefined
}

/** Newest first. */
export async function findDocuments(
  db: Db,
  { memberId, kind, currency, from, before, reference }: DocumentCriteria,
  page: Page,
): Promise<StoredDocument[]> {
  let query = documents(db)
  if (memberId) query = query.where('purchase.memberId', '=', memberId)
  if (kind) query = query.where('document.kind', '=', kind)
  if (currency) query = query.where(sql<boolean>`document.content->>'currency' = ${currency}`)
  if (from) query = query.where('document.issuedAt', '>=', from)
  if (before) query = query.where('document.issuedAt', '<', before)
  if (reference) {
    const beginning = `${reference.toUpperCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where('document.reference', 'like', beginning)
  }
  // Lets the query use the index on `issued_at`; the other paging column has none.
  if (page.after) query = query.where('document.issuedAt', '<=', page.after.at)
  const rows = await takePage(query, ['document.issuedAt', pagingId], 'desc', page).execute()
  return rows.map(toDocument)
}

export type Period = { from: Date; before: Date; includesTests: boolean }

const isInPeriod = ({ from, before, includesTests }: Period) => sql<boolean>`
  document.issued_at >= ${from} and document.issued_at < ${before}
  and (${includesTests} or document.sequence not like 'test-%')`

export async function countDocuments(db: Db, period: Period): Promise<number> {
  const row = await db
    .selectFrom('document')
    .where(isInPeriod(period))
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** Sums the documents for a period, with one row per tax. Credit notes are subtracted. */
export async function sumDocuments(db: Db, period: Period) {
  const sign = sql`(case document.kind when 'credit_note' then -1 else 1 end)`
  const amount = (name: 'net' | 'tax' | 'total') => sql`(document.content->>${sql.lit(name)})::int`
  const currency = sql<Currency>`document.content->>'currency'`
  const sterlingTax = sql`(case ${currency} when 'GBP' then ${amount('tax')}
    else (document.content->'sterling'->>'tax')::int end)`
  const label = sql<string>`document.content->>'taxLabel'`
  const rate = sql<number>`(document.content->>'taxRateBasisPoints')::int`
  const isTest = sql<boolean>`(document.content->>'isTest')::boolean`
  // VAT registration matters only for a tax that may be VAT. Other taxes have the same name either way.
  const isRegistered = sql<boolean>`(document.content->'seller'->>'vatNumber' is not null and ${label} like 'VAT%')`
  return db
    .selectFrom('document')
    .where(isInPeriod(period))
    .select([currency.as('currency'), label.as('label'), rate.as('rate')])
    .select([isTest.as('isTest'), isRegistered.as('isRegistered')])
    .select([
      sql<number>`count(*)::int`.as('documents'),
      sql<number>`sum(${sign} * ${amount('net')})::int`.as('net'),
      sql<number>`sum(${sign} * ${amount('tax')})::int`.as('tax'),
      sql<number>`sum(${sign} * ${amount('total')})::int`.as('total'),
      sql<number>`coalesce(sum(${sign} * ${sterlingTax}), 0)::int`.as('sterlingTax'),
      sql<number>`(count(*) - count(${sterlingTax}))::int`.as('documentsWithoutRate'),
    ])
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy(sql`1, 2, 3, 4, 5`)
    .execute()
}

/** Reads the documents for a period page by page, oldest first. */
export async function listPeriodDocuments(db: Db, period: Period, page: Page): Promise<StoredDocument[]> {
  const query = documents(db).where(isInPeriod(period))
  const rows = await takePage(query, ['document.issuedAt', 'document.reference'], 'asc', page).execute()
  return rows.map(toDocument)
}

/**
 * Deletes the oldest first.
 * @returns the number deleted
 */
export async function deleteDocuments(db: Db, before: Date, maxRows: number): Promise<number> {
  const expired = db.selectFrom('document').where('issuedAt', '<', before).orderBy('issuedAt')
  return deleteFirst(db, 'document', expired, maxRows)
}
