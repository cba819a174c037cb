import './tables.ts'
import type { Span } from '#features/catalogue/rules.ts'
import type { Company } from '#features/company/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { NewMail } from '#platform/server/mail/queue-mail.ts'
import { mailInsertion } from '#platform/server/mail/store.ts'
import type { InvoiceContent } from './describe-invoice.ts'
import { purchases, type StoredPurchase, toPurchase } from './store.ts'

/** All that completing a purchase has to know, read in one question. */
export type CompletionFacts = {
  purchase: StoredPurchase
  span: Span
  buyer: { firstName: string; lastName: string; email: string }
  company: Company
  /** The end of what the member has of this package already. */
  runsUntil: Date | undefined
}

/** The purchase, held until the transaction ends, with what belongs to it. */
export async function lockForCompletion(tx: Db, id: string, paidAt: Date): Promise<CompletionFacts | undefined> {
  const row = await purchases(tx)
    .innerJoin('account', 'account.id', 'purchase.member_id')
    .innerJoin('company', (join) => join.onTrue())
    .where('purchase.id', '=', id)
    .select([
      'package_version.span_weeks',
      'package_version.span_months',
      'account.first_name',
      'account.last_name',
      'account.email',
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
    .forUpdate('purchase')
    .executeTakeFirst()
  return (
    row && {
      purchase: toPurchase(row),
      span: { weeks: row.span_weeks, months: row.span_months },
      buyer: { firstName: row.first_name, lastName: row.last_name, email: row.email },
      company: row.settings,
      runsUntil: row.runs_until ?? undefined,
    }
  )
}

/** The next number of a series. The row stays locked until the transaction ends, so that no number is lost. */
export async function takeNumber(tx: Db, series: string): Promise<number> {
  const row = await tx
    .insertInto('document_series')
    .values({ series, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .column('series')
        .doUpdateSet((update) => ({ last_number: update('document_series.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  return row.last_number
}

/** Status, package, invoice and mail in one statement, because everybody who pays waits for the series meanwhile. */
export async function writeCompletion(
  tx: Db,
  { purchase, period, reference, paidAt, invoice, mail }: Completion,
): Promise<void> {
  await tx
    .with('completed', (query) =>
      query
        .updateTable('purchase')
        .set({ status: 'completed', reference, completed_at: paidAt })
        .where('id', '=', purchase.id)
        .returning('id'),
    )
    .with('entitled', (query) =>
      query
        .insertInto('entitlement')
        .values({
          member_id: purchase.memberId,
          package_id: purchase.packageId,
          package_version: purchase.packageVersion,
          source: 'purchased',
          purchase_id: purchase.id,
          starts_at: period.startsAt,
          ends_at: period.endsAt,
          cancelled_at: null,
        })
        .returning('id'),
    )
    .with('told', () => mailInsertion(tx, mail).returning('id'))
    .insertInto('document')
    .values({
      series: invoice.series,
      number: invoice.number,
      reference: invoice.content.number,
      kind: 'invoice',
      purchase_id: purchase.id,
      issued_at: invoice.issuedAt,
      content: invoice.content,
    })
    .execute()
}

type Completion = {
  purchase: StoredPurchase
  period: { startsAt: Date; endsAt: Date }
  reference: string
  paidAt: Date
  invoice: { series: string; number: number; issuedAt: Date; content: InvoiceContent }
  mail: NewMail
}
