import './tables.ts'
import { sql } from 'kysely'
import type { Span } from '#features/catalogue/rules.ts'
import type { Company } from '#features/company/contract.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { ExchangeRate } from '../documents/server/describe-invoice.ts'
import { type DocumentContent, readContent } from '../documents/server/document-content.ts'
import { purchases, type StoredPurchase, toPurchase } from './store.ts'

/** Everything needed to complete a purchase, read in one query. */
export type CompletionFacts = {
  purchase: StoredPurchase
  span: Span
  buyer: { firstName: string; lastName: string; email: string }
  /** True if the account was deleted, so that no one could use the package. */
  isBuyerGone: boolean
  company: Company
  /** When the member's current package of this kind ends. */
  runsUntil: Date | undefined
  /** True for a later month of a subscription. Anything granted only once came with the first month. */
  isRenewal: boolean
  exchangeRate: ExchangeRate | undefined
}

/**
 * Serialises a member's payments for one package, so that each sees when the previous package ends. This must be a
 * separate statement, because a statement sees only data committed before it began.
 */
async function lockSamePackage(tx: Db, purchaseId: string): Promise<void> {
  const lock = sql`
    select pg_advisory_xact_lock(hashtextextended(member_id || ' ' || package_id, 0)) from purchase where id = ${purchaseId}
  `
  await preparedRows(tx, lock)
}

/** Locks the purchase and reads what is needed to complete it. */
export async function lockForCompletion(tx: Db, id: string, paidAt: Date): Promise<CompletionFacts | undefined> {
  await lockSamePackage(tx, id)
  const [row] = await preparedRows(tx, selectFacts(tx, id, paidAt))
  return (
    row && {
      purchase: toPurchase(row),
      span: { weeks: row.spanWeeks, months: row.spanMonths },
      buyer: { firstName: row.firstName, lastName: row.lastName, email: row.email },
      isBuyerGone: row.deletedAt !== null,
      company: { ...row.settings, registrations: row.registrations },
      runsUntil: row.runsUntil ?? undefined,
      isRenewal: Boolean(row.isRenewal),
      exchangeRate: toExchangeRate(row),
    }
  )
}

function selectFacts(tx: Db, id: string, paidAt: Date) {
  return (
    purchases(tx)
      .innerJoin('account', 'account.id', 'purchase.memberId')
      .innerJoin('company', (join) => join.onTrue())
      .where('purchase.id', '=', id)
      .select([
        'packageVersion.spanWeeks',
        'packageVersion.spanMonths',
        'account.firstName',
        'account.lastName',
        'account.email',
        'account.deletedAt',
        'company.settings',
        'company.registrations',
      ])
      .select((select) =>
        select
          .selectFrom('entitlement as owned')
          .whereRef('owned.memberId', '=', 'purchase.memberId')
          .whereRef('owned.packageId', '=', 'purchase.packageId')
          .where('owned.cancelledAt', 'is', null)
          .where('owned.endsAt', '>', paidAt)
          .select((owned) => owned.fn.max('owned.endsAt').as('runsUntil'))
          .as('runsUntil'),
      )
      .select((select) =>
        select
          .exists(
            select
              .selectFrom('purchase as earlier')
              .whereRef('earlier.subscriptionId', '=', 'purchase.subscriptionId')
              .whereRef('earlier.id', '!=', 'purchase.id')
              .where('earlier.completedAt', 'is not', null),
          )
          .as('isRenewal'),
      )
      .leftJoinLateral(
        (select) =>
          select
            .selectFrom('exchangeRate')
            .whereRef('exchangeRate.currency', '=', sql`purchase.currency`)
            .where('exchangeRate.validFrom', '<=', companyDay(paidAt))
            .orderBy('exchangeRate.validFrom', 'desc')
            .limit(1)
            .select((rate) => [
              'unitsPerPound',
              'source',
              sql<string>`${rate.ref('validFrom')}::text`.as('rateValidFrom'),
            ])
            .as('rate'),
        (join) => join.onTrue(),
      )
      .select(['rate.unitsPerPound', 'rate.source as rateSource', 'rate.rateValidFrom'])
      .forUpdate('purchase')
      // An account is deleted either before this transaction completes, or afterwards together with the package.
      .forShare('account')
  )
}

function toExchangeRate(row: {
  unitsPerPound: string | null
  rateSource: string | null
  rateValidFrom: string | null
}) {
  const { unitsPerPound, rateSource: source, rateValidFrom: validFrom } = row
  return unitsPerPound !== null && source !== null && validFrom !== null
    ? { unitsPerPound: String(unitsPerPound), source, validFrom }
    : undefined
}

/**
 * Writes the number, status, package and invoice in one statement. Other payments wait for the sequence row until the
 * transaction ends, so that no number is lost. References look like "fw-2026-000042", invoice numbers as in SPEC §3.
 */
export async function writeCompletion(
  tx: Db,
  { purchase, period, paidAt, isRenewal, sequence, issuedAt, invoice }: Completion,
): Promise<void> {
  const statement = sql`
    with numbered as (
      insert into number_sequence as counter (sequence, last_number) values (${sequence}, 1)
      on conflict (sequence) do update set last_number = counter.last_number + 1
      returning counter.sequence, counter.last_number as number
    ), named as (
      select sequence, number, sequence || '-' || lpad(number::text, greatest(6, length(number::text)), '0') as reference
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
    insert into document (sequence, number, reference, kind, purchase_id, issued_at, content)
    select sequence, number, 'INV-' || upper(reference), 'invoice', ${purchase.id}, ${issuedAt}, ${invoice}
    from named
  `
  await preparedRows(tx, statement)
}

type Completion = {
  purchase: StoredPurchase
  period: { startsAt: Date; endsAt: Date }
  paidAt: Date
  isRenewal: boolean
  sequence: string
  issuedAt: Date
  invoice: DocumentContent
}

/** A completed purchase with what is needed for its email; undefined if the account was deleted. */
export async function findCompletion(db: Db, purchaseId: string) {
  const row = await purchases(db)
    .innerJoin('account', 'account.id', 'purchase.memberId')
    .innerJoin('document', 'document.purchaseId', 'purchase.id')
    .innerJoin('company', (join) => join.onTrue())
    .where('purchase.id', '=', purchaseId)
    .where('document.kind', '=', 'invoice')
    .where('account.deletedAt', 'is', null)
    .select(['account.firstName', 'account.email', 'account.timeZone', 'company.settings', 'company.registrations'])
    .select((select) =>
      select
        .exists(
          select
            .selectFrom('purchase as earlier')
            .whereRef('earlier.subscriptionId', '=', 'purchase.subscriptionId')
            .whereRef('earlier.completedAt', '<', 'purchase.completedAt'),
        )
        .as('isRenewal'),
    )
    .select(['document.reference as invoiceNumber', 'document.content', 'document.issuedAt'])
    .executeTakeFirst()
  if (!row) return undefined
  const { startsAt, endsAt, ...purchase } = toPurchase(row)
  if (!startsAt || !endsAt) throw new Error(`Purchase ${purchaseId} has an invoice but no package`)
  return {
    purchase,
    period: { startsAt, endsAt },
    buyer: { firstName: row.firstName, email: row.email, timeZone: row.timeZone },
    company: { ...row.settings, registrations: row.registrations },
    invoice: { ...readContent(row.content), number: row.invoiceNumber },
    issuedAt: row.issuedAt,
    isRenewal: Boolean(row.isRenewal),
  }
}

/** Purchases completed in a period by members whose accounts still exist, oldest first. */
export async function listCompletedBetween(db: Db, { from, until }: { from: Date; until: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('purchase')
    .innerJoin('account', 'account.id', 'purchase.memberId')
    // Members who have deleted their account get no emails, and emails already sent to them are erased.
    .where('account.deletedAt', 'is', null)
    .where('completedAt', '>', from)
    .where('completedAt', '<', until)
    .select('purchase.id')
    .orderBy('completedAt')
    .execute()
  return rows.map(({ id }) => id)
}
