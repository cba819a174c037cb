import './tables.ts'
import { sql } from 'kysely'
import { deleteFirst } from '#platform/server/db/in-batches.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { type DocumentKind, readContent } from './describe-invoice.ts'
import type { Paper } from './word-document.ts'

// Issued papers as they are shown again: to whom they were issued, and to the accountant.

/** The one question behind every paper that is read. */
function papers(db: Db) {
  return db
    .selectFrom('document')
    .innerJoin('purchase', 'purchase.id', 'document.purchase_id')
    .leftJoin('document as reversed', (join) =>
      join
        .onRef('reversed.refund_id', '=', 'document.refund_id')
        .on('reversed.kind', '=', 'credit_note')
        .on('document.kind', '=', 'credit_note_reversal'),
    )
    .select(['document.series', 'document.number', 'document.reference', 'document.kind', 'document.purchase_id'])
    .select(['document.issued_at', 'document.content', 'reversed.reference as reversed_reference'])
    .select(['purchase.reference as purchase_reference', 'purchase.payment_intent_id'])
}

type PaperRow = Awaited<ReturnType<ReturnType<typeof papers>['executeTakeFirstOrThrow']>>

export type StoredPaper = Paper & {
  purchaseId: string
  purchaseReference: string | null
  /** The payment's number at the provider. */
  paymentIntentId: string | null
}

function toPaper(row: PaperRow): StoredPaper {
  return {
    reference: row.reference,
    kind: row.kind,
    issuedAt: row.issued_at,
    content: readContent(row.content),
    reversedReference: row.reversed_reference,
    purchaseId: row.purchase_id,
    purchaseReference: row.purchase_reference,
    paymentIntentId: row.payment_intent_id,
  }
}

/** Papers have no id but their number: this is one made of it, in the form that ids have, for their place in a list. */
const placeId = sql<string>`overlay(overlay(md5(document.reference) placing '4' from 13) placing '8' from 17)::uuid`

/** Newest first, from just after a place in that order. */
export async function listPapersOf(
  db: Db,
  memberId: MemberId,
  { limit, after }: { limit: number; after: Place | undefined },
): Promise<(StoredPaper & { placeId: string })[]> {
  let query = papers(db).where('purchase.member_id', '=', memberId).select(placeId.as('place_id'))
  if (after) query = query.where(sql<boolean>`(document.issued_at, ${placeId}) < (${after.at}, ${after.id}::uuid)`)
  const rows = await query.orderBy('document.issued_at', 'desc').orderBy(placeId, 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...toPaper(row), placeId: row.place_id }))
}

/** All of one purchase, in the order of their issue. */
export async function listPapersAbout(db: Db, purchaseId: string): Promise<StoredPaper[]> {
  const rows = await papers(db)
    .where('document.purchase_id', '=', purchaseId)
    .orderBy('document.issued_at')
    .orderBy('document.reference')
    .execute()
  return rows.map(toPaper)
}

/** By its number, exactly as it is printed, whoever it was issued to: for staff. */
export async function findPaper(db: Db, reference: string): Promise<StoredPaper | undefined> {
  const row = await papers(db).where('document.reference', '=', reference).executeTakeFirst()
  return row && toPaper(row)
}

/** By its number, exactly as it is printed, and only for whom it was issued. */
export async function findPaperOf(db: Db, memberId: MemberId, reference: string): Promise<StoredPaper | undefined> {
  const row = await papers(db)
    .where('purchase.member_id', '=', memberId)
    .where('document.reference', '=', reference)
    .executeTakeFirst()
  return row && toPaper(row)
}

export type PapersWanted = {
  kind: DocumentKind | undefined
  currency: 'GBP' | 'USD' | undefined
  from: Date | undefined
  before: Date | undefined
  /** The beginning of a number. */
  reference: string | undefined
}

/** Everybody's, newest first, from just after a place in that order. */
export async function findPapers(
  db: Db,
  { kind, currency, from, before, reference }: PapersWanted,
  { limit, after }: { limit: number; after: Place | undefined },
): Promise<(StoredPaper & { placeId: string })[]> {
  let query = papers(db).select(placeId.as('place_id'))
  if (kind) query = query.where('document.kind', '=', kind)
  if (currency) query = query.where(sql<boolean>`document.content->>'currency' = ${currency}`)
  if (from) query = query.where('document.issued_at', '>=', from)
  if (before) query = query.where('document.issued_at', '<', before)
  if (reference) {
    const beginning = `${reference.toUpperCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    query = query.where('document.reference', 'like', beginning)
  }
  if (after) {
    query = query
      .where('document.issued_at', '<=', after.at)
      .where(sql<boolean>`(document.issued_at, ${placeId}) < (${after.at}, ${after.id}::uuid)`)
  }
  const rows = await query.orderBy('document.issued_at', 'desc').orderBy(placeId, 'desc').limit(limit).execute()
  return rows.map((row) => ({ ...toPaper(row), placeId: row.place_id }))
}

export type Period = { from: Date; before: Date; withTests: boolean }

function inPeriod(db: Db, { from, before, withTests }: Period) {
  const query = db
    .selectFrom('document')
    .where('document.issued_at', '>=', from)
    .where('document.issued_at', '<', before)
  return withTests ? query : query.where('document.series', 'not like', 'test-%')
}

export async function countPapers(db: Db, period: Period): Promise<number> {
  const row = await inPeriod(db, period)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** The papers of a period added up, a row for each tax that stands on them. What credit notes take back is taken off. */
export async function sumPapers(db: Db, period: Period) {
  const sign = sql`(case document.kind when 'credit_note' then -1 else 1 end)`
  const figure = (name: 'net' | 'tax' | 'total') => sql`(document.content->>${sql.lit(name)})::int`
  const currency = sql<'GBP' | 'USD'>`document.content->>'currency'`
  const sterlingTax = sql`(case ${currency} when 'GBP' then ${figure('tax')}
    else (document.content->'sterling'->>'tax')::int end)`
  const label = sql<string>`document.content->>'taxLabel'`
  const rate = sql<number>`(document.content->>'taxRateBasisPoints')::int`
  const isTest = sql<boolean>`(document.content->>'isTest')::boolean`
  const isRegistered = sql<boolean>`document.content->'seller'->>'vatNumber' is not null`
  return inPeriod(db, period)
    .select([currency.as('currency'), label.as('label'), rate.as('rate')])
    .select([isTest.as('isTest'), isRegistered.as('isRegistered')])
    .select([
      sql<number>`count(*)::int`.as('papers'),
      sql<number>`sum(${sign} * ${figure('net')})::int`.as('net'),
      sql<number>`sum(${sign} * ${figure('tax')})::int`.as('tax'),
      sql<number>`sum(${sign} * ${figure('total')})::int`.as('total'),
      sql<number>`coalesce(sum(${sign} * ${sterlingTax}), 0)::int`.as('sterlingTax'),
      sql<number>`(count(*) - count(${sterlingTax}))::int`.as('papersWithoutRate'),
    ])
    .groupBy(sql`1, 2, 3, 4, 5`)
    .orderBy(sql`1, 2, 3, 4, 5`)
    .execute()
}

/** Where a paper stands among all: the order of their issue, and of their numbers within it. */
export type PaperPlace = { issuedAt: Date; reference: string }

/** A handful of a period, oldest first, from just after a place in that order. */
export async function listPapersIn(
  db: Db,
  period: Period,
  { limit, after }: { limit: number; after: PaperPlace | undefined },
): Promise<StoredPaper[]> {
  let query = papers(db)
    .where('document.issued_at', '>=', period.from)
    .where('document.issued_at', '<', period.before)
    .orderBy('document.issued_at')
    .orderBy('document.reference')
    .limit(limit)
  if (!period.withTests) query = query.where('document.series', 'not like', 'test-%')
  if (after) {
    query = query.where((where) =>
      where(
        where.refTuple('document.issued_at', 'document.reference'),
        '>',
        where.tuple(after.issuedAt, after.reference),
      ),
    )
  }
  return (await query.execute()).map(toPaper)
}

/** @returns how many papers were issued before that moment, and are gone: the first so many */
export async function deletePapers(db: Db, before: Date, most: number): Promise<number> {
  const old = db.selectFrom('document').where('issued_at', '<', before).orderBy('issued_at')
  return deleteFirst(db, 'document', old, most)
}
