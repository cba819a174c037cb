import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { splitCredit, splitSterling, toCreditNoteSequence } from '../rules.ts'
import { getInvoice, lockInvoice, sumCredited, writeCreditNote } from './issuing-store.ts'

type Cause = { refundId: string } | { disputeId: string }

/**
 * Issues the credit note for a refund or lost dispute, in the caller's transaction. Tax is split by the cumulative
 * method so that an invoice's notes add up to it (PAYMENTS §6.4). A repeat for the same cause changes nothing.
 * @param amount gross, in minor units
 * @returns the number of a new credit note
 */
export async function issueCreditNote(
  tx: Db,
  context: Context,
  { purchaseId, amount, reason, ...cause }: { purchaseId: string; amount: number; reason: string } & Cause,
): Promise<string | undefined> {
  const { invoice, before } = await lockCredited(tx, purchaseId)
  // A payment both refunded and disputed is credited only once.
  const after = Math.min(before + amount, invoice.content.total)
  return issue(tx, context, { kind: 'credit_note', invoice, before, after, purchaseId, reason, cause })
}

/**
 * Reverses the credit of a failed refund; other refunds and lost disputes stay credited. A repeat changes nothing.
 * @param remaining the total of the other refunds and lost disputes, gross, in minor units
 * @returns the number of the reversal, if one was needed
 */
export async function reverseCreditNote(
  tx: Db,
  context: Context,
  { purchaseId, remaining, reason, refundId }: Reversal,
): Promise<string | undefined> {
  const { invoice, before } = await lockCredited(tx, purchaseId)
  const after = Math.min(before, remaining)
  const kind = 'credit_note_reversal'
  return issue(tx, context, { kind, invoice, before, after, purchaseId, reason, cause: { refundId } })
}

type Reversal = { purchaseId: string; remaining: number; reason: string; refundId: string }

type NewCreditNote = {
  kind: 'credit_note' | 'credit_note_reversal'
  invoice: Awaited<ReturnType<typeof lockInvoice>>
  /** Total credited before and after this document, in minor units. */
  before: number
  after: number
  purchaseId: string
  reason: string
  cause: Cause
}

async function lockCredited(tx: Db, purchaseId: string) {
  const invoice = await lockInvoice(tx, purchaseId)
  return { invoice, before: await sumCredited(tx, purchaseId) }
}

async function issue(
  tx: Db,
  { now }: Context,
  { kind, invoice, before, after, purchaseId, reason, cause }: NewCreditNote,
) {
  if (after === before) return undefined
  const { net, tax } = splitCredit(invoice.content, { before, after })
  const { sterling } = invoice.content
  const issuedAt = now()
  return writeCreditNote(tx, {
    kind,
    purchaseId,
    cause,
    sequence: toCreditNoteSequence(invoice.content.isTest, issuedAt),
    issuedAt,
    content: {
      ...invoice.content,
      suppliedAt: issuedAt.toISOString(),
      net,
      tax,
      total: net + tax,
      // Use the invoice's rate, by which the tax was stated.
      sterling: sterling && {
        ...sterling,
        tax: splitSterling(invoice.content, sterling.unitsPerPound, { before, after }),
      },
      correction: { invoiceNumber: invoice.reference, reason },
    },
  })
}

/** Calculates the credit note for an amount in minor units, without issuing it. The purchase must be paid. */
export async function previewCredit(
  db: Db,
  purchaseId: string,
  amount: number,
): Promise<{ net: number; tax: number; total: number }> {
  const { content } = await getInvoice(db, purchaseId)
  const before = await sumCredited(db, purchaseId)
  const after = Math.min(before + amount, content.total)
  const { net, tax } = splitCredit(content, { before, after })
  return { net, tax, total: net + tax }
}
