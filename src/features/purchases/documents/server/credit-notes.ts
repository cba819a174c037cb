import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { splitCredit, splitDiscount, splitSterling, toCreditNoteSequence } from '../rules.ts'
import { getInvoice, lockInvoice, sumCredited, writeCreditNote } from './issuing-store.ts'

type Cause = { refundId: string } | { disputeId: string }

/**
 * Issues the credit note for a refund or lost dispute, in the caller's transaction. Tax is split by the cumulative
 * method, so that the tax on an invoice's credit notes adds up to its own. Calling it again for the same cause changes
 * nothing.
 * @param amount gross, in minor units
 * @returns the number of a new credit note
 */
export async function issueCreditNote(
  tx: Db,
  context: Context,
  { purchaseId, amount, reason, ...cause }: { purchaseId: string; amount: number; reason: string } & Cause,
): Promise<string | undefined> {
  const invoice = await lockInvoice(tx, purchaseId)
  const credit = await addCredit(tx, purchaseId, invoice, amount)
  return issue(tx, context, invoice, { kind: 'credit_note', purchaseId, cause, reason, credit })
}

type Reversal = { purchaseId: string; remaining: number; reason: string; refundId: string }

/**
 * Reverses the credit note for a failed refund; other refunds and lost disputes stay credited. Calling it again changes
 * nothing.
 * @param remaining the total of the other refunds and lost disputes, gross, in minor units
 * @returns the reversal's number, if one was needed
 */
export async function reverseCreditNote(
  tx: Db,
  context: Context,
  { purchaseId, remaining, reason, refundId }: Reversal,
): Promise<string | undefined> {
  const invoice = await lockInvoice(tx, purchaseId)
  const before = await sumCredited(tx, purchaseId)
  const credit = { before, after: Math.min(before, remaining) }
  return issue(tx, context, invoice, { kind: 'credit_note_reversal', purchaseId, cause: { refundId }, reason, credit })
}

/**
 * Calculates the credit note for an amount in minor units, without issuing it. The purchase must have been paid for.
 */
export async function previewCredit(db: Db, purchaseId: string, amount: number) {
  const invoice = await getInvoice(db, purchaseId)
  const { net, tax } = splitCredit(invoice.content, await addCredit(db, purchaseId, invoice, amount))
  return { net: minorUnits(net), tax: minorUnits(tax), total: minorUnits(net + tax) }
}

type Invoice = Awaited<ReturnType<typeof getInvoice>>

/** Total credited before and after this document, gross, in minor units. */
type Credit = { before: number; after: number }

async function addCredit(db: Db, purchaseId: string, { content }: Invoice, amount: number): Promise<Credit> {
  const before = await sumCredited(db, purchaseId)
  // A payment that was both refunded and disputed is credited only once.
  return { before, after: Math.min(before + amount, content.total) }
}

type NewCreditNote = Pick<Parameters<typeof writeCreditNote>[1], 'kind' | 'purchaseId' | 'cause'> & {
  reason: string
  credit: Credit
}

async function issue(tx: Db, { now }: Context, invoice: Invoice, { reason, credit, ...creditNote }: NewCreditNote) {
  if (credit.after === credit.before) return undefined
  const { reference: invoiceNumber, content } = invoice
  const { net, tax } = splitCredit(content, credit)
  const { discount, sterling, isTest } = content
  const issuedAt = now()
  return writeCreditNote(tx, {
    ...creditNote,
    sequence: toCreditNoteSequence(isTest, issuedAt),
    issuedAt,
    content: {
      ...content,
      suppliedAt: issuedAt.toISOString(),
      discount: discount && { ...discount, amount: splitDiscount(discount.amount, content.total, credit) },
      net,
      tax,
      total: net + tax,
      // Use the exchange rate on the invoice.
      sterling: sterling && { ...sterling, tax: splitSterling(content, sterling.unitsPerPound, credit) },
      correction: { invoiceNumber, reason },
    },
  })
}
