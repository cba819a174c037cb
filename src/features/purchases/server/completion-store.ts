import './tables.ts'
import { sql } from 'kysely'
import type { Span } from '#features/catalogue/rules.ts'
import type { Company } from '#features/company/contract.ts'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { DocumentContent, ExchangeRate } from './describe-invoice.ts'
import { readContent } from './describe-invoice.ts'
import { purchases, type StoredPurchase, toPurchase } from './store.ts'

/** All that completing a purchase has to know, read in one question. */
export type CompletionFacts = {
  purchase: StoredPurchase
  span: Span
  buyer: { firstName: string; lastName: string; email: string }
  /** The account was deleted: nobody is left who could use a package. */
  isBuyerGone: boolean
  company: Company
  /** The end of what the member has of this package already. */
  runsUntil: Date | undefined
  /** A later period of a subscription: what is granted once was granted with the first. */
  isRenewal: boolean
  exchangeRate: ExchangeRate | undefined
}

/**
 * Of several payments of one package by one member, one at a time until the transaction ends: each has to see the end of
 * what the one before it bought. By itself, because a statement sees only what was there when it began.
 */
async function waitForSamePackage(tx: Db, purchaseId: string): Promise<void> {
  const lock = sql`
    select pg_advisory_xact_lock(hashtextextended(member_id || ' ' || package_id, 0)) from purchase where id = ${purchaseId}
  `
  await preparedRows(tx, lock)
}

/** The purchase, held until the transaction ends, with what belongs to it. */
export async function lockForCompletion(tx: Db, id: string, paidAt: Date): Promise<CompletionFacts | undefined> {
  await waitForSamePackage(tx, id)
  const question = purchases(tx)
    .innerJoin('account', 'account.id', 'purchase.member_id')
    .innerJoin('company', (join) => join.onTrue())
    .where('purchase.id', '=', id)
    .select([
      'package_version.span_weeks',
      'package_version.span_months',
      'account.first_name',
      'account.last_name',
      'account.email',
      'account.deleted_at',
      'company.settings',
    ])
    .select((select) =>
      select
        .selectFrom('entitlement as owned')
        .whereRef('owned.member_id', '=', 'purchase.member_id')
        .whereRef('owned.package_id', '=', 'purchase.package_id')
        .where('owned.cancelled_at', 'is', null)
        .where('owned.ends_at', '>', paidAt)
        .select((owned) => owned.fn.max('owned.ends_at').as('runs_until'))
        .as('runs_until'),
    )
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('purchase as earlier')
            .whereRef('earlier.subscription_id', '=', 'purchase.subscription_id')
            .whereRef('earlier.id', '!=', 'purchase.id')
            .where('earlier.completed_at', 'is not', null),
        )
        .as('is_renewal'),
    )
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom('exchange_rate')
          .whereRef('exchange_rate.currency', '=', sql`purchase.currency`)
          .where('exchange_rate.valid_from', '<=', companyDay(paidAt))
          .orderBy('exchange_rate.valid_from', 'desc')
          .limit(1)
          .select((rate) => ['units_per_pound', 'source', sql<string>`${rate.ref('valid_from')}::text`.as('rate_from')])
          .as('rate'),
      (join) => join.onTrue(),
    )
    .select(['rate.units_per_pound', 'rate.source as rate_source', 'rate.rate_from'])
    .forUpdate('purchase')
    // Whoever leaves at this moment has left before, or leaves with the package.
    .forShare('account')
  const [row] = await preparedRows(tx, question)
  return (
    row && {
      purchase: toPurchase(row),
      span: { weeks: row.span_weeks, months: row.span_months },
      buyer: { firstName: row.first_name, lastName: row.last_name, email: row.email },
      isBuyerGone: row.deleted_at !== null,
      company: row.settings,
      runsUntil: row.runs_until ?? undefined,
      isRenewal: Boolean(row.is_renewal),
      exchangeRate: exchangeRateOf(row),
    }
  )
}

function exchangeRateOf(row: { units_per_pound: string | null; rate_source: string | null; rate_from: string | null }) {
  const { units_per_pound: unitsPerPound, rate_source: source, rate_from: validFrom } = row
  return unitsPerPound !== null && source !== null && validFrom !== null
    ? { unitsPerPound: String(unitsPerPound), source, validFrom }
    : undefined
}

/**
 * Number, status, package and invoice in one statement: everybody who pays waits for the row of the series from here
 * until the transaction ends, so that no number is lost. References read as "fw-2026-000042", their invoices as SPEC §3.
 */
export async function writeCompletion(
  tx: Db,
  { purchase, period, paidAt, isRenewal, series, issuedAt, invoice }: Completion,
): Promise<void> {
  const statement = sql`
    with numbered as (
      insert into document_series as counter (series, last_number) values (${series}, 1)
      on conflict (series) do update set last_number = counter.last_number + 1
      returning counter.series, counter.last_number as number
    ), named as (
      select series, number, series || '-' || lpad(number::text, greatest(6, length(number::text)), '0') as reference
      from numbered
    ), completed as (
      update purchase set status = 'completed', reference = named.reference, completed_at = ${paidAt}
      from named where id = ${purchase.id}
    ), entitled as (
      insert into entitlement (member_id, package_id, package_version, source, purchase_id, starts_at, ends_at)
      values (
        ${purchase.memberId}, ${purchase.packageId}, ${purchase.packageVersion}, 'purchased', ${purchase.id},
        ${period.startsAt}, ${period.endsAt}
      )
      returning id
    ), granted as (
      insert into entitlement_entry (entitlement_id, line_key, kind, quantity, occurred_at)
      select entitled.id, package_line.key, 'grant', package_line.quantity, ${paidAt}
      from entitled, package_line
      where package_id = ${purchase.packageId} and version = ${purchase.packageVersion}
        and (granted_per = 'period' or not ${isRenewal}::boolean)
    )
    insert into document (series, number, reference, kind, purchase_id, issued_at, content)
    select series, number, 'INV-' || upper(reference), 'invoice', ${purchase.id}, ${issuedAt}, ${invoice}
    from named
  `
  await preparedRows(tx, statement)
}

type Completion = {
  purchase: StoredPurchase
  period: { startsAt: Date; endsAt: Date }
  paidAt: Date
  isRenewal: boolean
  series: string
  issuedAt: Date
  invoice: DocumentContent
}

/** A completed purchase with what its letter tells; undefined where its member has left. */
export async function findCompletion(db: Db, purchaseId: string) {
  const row = await purchases(db)
    .innerJoin('account', 'account.id', 'purchase.member_id')
    .innerJoin('document', 'document.purchase_id', 'purchase.id')
    .innerJoin('company', (join) => join.onTrue())
    .where('purchase.id', '=', purchaseId)
    .where('document.kind', '=', 'invoice')
    .where('account.deleted_at', 'is', null)
    .select(['account.first_name', 'account.email', 'company.settings'])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('purchase as earlier')
            .whereRef('earlier.subscription_id', '=', 'purchase.subscription_id')
            .whereRef('earlier.completed_at', '<', 'purchase.completed_at'),
        )
        .as('is_renewal'),
    )
    .select(['document.reference as invoice_number', 'document.content', 'document.issued_at'])
    .executeTakeFirst()
  if (!row) return undefined
  const { startsAt, endsAt, ...purchase } = toPurchase(row)
  if (!startsAt || !endsAt) throw new Error(`Purchase ${purchaseId} has an invoice but no package`)
  return {
    purchase,
    period: { startsAt, endsAt },
    buyer: { firstName: row.first_name, email: row.email },
    company: row.settings,
    invoice: { ...readContent(row.content), number: row.invoice_number },
    issuedAt: row.issued_at,
    isRenewal: Boolean(row.is_renewal),
  }
}

/** Purchases of members that were completed in a span of time, oldest first. */
export async function listCompletedBetween(db: Db, { from, until }: { from: Date; until: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .innerJoin('account', 'account.id', 'purchase.member_id')
    // Whoever has left has no letters any more, and gets none.
    .where('account.deleted_at', 'is', null)
    .where('completed_at', '>', from)
    .where('completed_at', '<', until)
    .select('purchase.id')
    .orderBy('completed_at')
    .execute()
  return rows.map(({ id }) => id)
}
