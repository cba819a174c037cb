import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { creditSeriesOf, splitCredit, splitSterling } from '../rules.ts'
import { lockInvoice, sumCredited, writeCreditNote } from './document-store.ts'

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
  const { invoice, before } = await lockBooks(tx, purchaseId)
  // What was given back twice, by a refund and by the bank, is taken back of the invoice once.
  const after = Math.min(before + amount, invoice.content.total)
  return issue(tx, context, { kind: 'credit_note', invoice, before, after, purchaseId, reason, cause })
}

/**
 * The money of a refund came back to us: what is still gone of the purchase stays taken off its invoice, and the rest
 * stands again. Asking again changes nothing.
 * @param stillGone gross, in minor units: by other refunds, and by what a bank keeps
 * @returns the number of the paper, where one was needed
 */
export async function reverseCreditNote(
  tx: Db,
  context: Context,
  { purchaseId, stillGone, reason, refundId }: Reversal,
): Promise<string | undefined> {
  const { invoice, before } = await lockBooks(tx, purchaseId)
  const after = Math.min(before, stillGone)
  const kind = 'credit_note_reversal'
  return issue(tx, context, { kind, invoice, before, after, purchaseId, reason, cause: { refundId } })
}

type Reversal = { purchaseId: string; stillGone: number; reason: string; refundId: string }

type Paper = {
  kind: 'credit_note' | 'credit_note_reversal'
  invoice: Awaited<ReturnType<typeof lockInvoice>>
  /** What was taken back of the invoice so far, and what with this paper. */
  before: number
  after: number
  purchaseId: string
  reason: string
  cause: Cause
}

async function lockBooks(tx: Db, purchaseId: string) {
  const invoice = await lockInvoice(tx, purchaseId)
  return { invoice, before: await sumCredited(tx, purchaseId) }
}

async function issue(tx: Db, { now }: Context, { kind, invoice, before, after, purchaseId, reason, cause }: Paper) {
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
      sterling: sterling && {
        ...sterling,
        tax: splitSterling(invoice.content, sterling.unitsPerPound, { before, after }),
      },
      correction: { invoiceNumber: invoice.reference, reason },
    },
  })
}
