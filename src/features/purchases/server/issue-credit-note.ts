import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { creditSeriesOf, splitCredit } from '../rules.ts'
import { taxInPence } from './describe-invoice.ts'
import { findCredit, lockInvoice, sumCredited, writeCreditNote } from './document-store.ts'

type Cause = { refundId: string } | { disputeId: string }

/**
 * The paper for money that went back, in the transaction that notes it. Tax is split by the cumulative method, so that
 * the notes of an invoice add up to it (PAYMENTS §6.4). Asking again for the same cause changes nothing.
 * @param amount gross, in minor units
 * @returns the number of the note, where it is new
 */
export async function issueCreditNote(
  tx: Db,
  context: Context,
  { purchaseId, amount, reason, ...cause }: { purchaseId: string; amount: number; reason: string } & Cause,
): Promise<string | undefined> {
  return issue(tx, context, { kind: 'credit_note', purchaseId, amount, reason, cause })
}

/**
 * The money of a refund came back to us: its credit note counts no more, and the invoice stands again.
 * @returns the number of the paper, where it is new
 */
export async function reverseCreditNote(
  tx: Db,
  context: Context,
  { purchaseId, reason, refundId }: { purchaseId: string; reason: string; refundId: string },
): Promise<string | undefined> {
  const amount = await findCredit(tx, refundId)
  if (amount === undefined) return undefined
  return issue(tx, context, { kind: 'credit_note_reversal', purchaseId, amount, reason, cause: { refundId } })
}

type Paper = {
  kind: 'credit_note' | 'credit_note_reversal'
  purchaseId: string
  amount: number
  reason: string
  cause: Cause
}

async function issue(tx: Db, { now }: Context, { kind, purchaseId, amount, reason, cause }: Paper) {
  const invoice = await lockInvoice(tx, purchaseId)
  const before = await sumCredited(tx, purchaseId)
  // What was given back twice, by a refund and by the bank, is taken back of the invoice once.
  const after = kind === 'credit_note' ? Math.min(before + amount, invoice.content.total) : before - amount
  if (after === before) return undefined
  const { net, tax } = splitCredit(invoice.content, { before, after })
  const { sterling } = invoice.content
  const issuedAt = now()
  return writeCreditNote(tx, {
    kind,
    purchaseId,
    cause,
    series: creditSeriesOf(invoice.content.isTest, issuedAt),
    issuedAt,
    content: {
      ...invoice.content,
      suppliedAt: issuedAt.toISOString(),
      net,
      tax,
      total: net + tax,
      // The rate of the invoice: what is taken back was stated by it.
      sterling: sterling && { ...sterling, tax: taxInPence(tax, sterling.unitsPerPound) },
      correction: { invoiceNumber: invoice.reference, reason },
    },
  })
}
