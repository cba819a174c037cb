import { randomUUID } from 'node:crypto'
import { readCompany } from '#features/company/server/public.ts'
import { issueCreditNote, reverseCreditNote, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { decideRefundStep, type ProviderRefund, sumGone } from '../rules/refund.ts'
import { listDisputesOf } from './dispute-store.ts'
import { refundIssuedLetter } from './emails/refund.ts'
import { endAccess } from './end-access.ts'
import { failRefund } from './fail-refund.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findBuyer, insertRefund, listRefundsOf, type StoredRefund, saveRefundStep } from './refund-store.ts'
import { insertEntry } from './store.ts'

/** What the provider says of one refund, written down in the transaction that holds its purchase. */
export async function noteRefund(
  tx: Db,
  context: PaymentsContext,
  purchase: StoredPurchase,
  reported: ProviderRefund,
): Promise<void> {
  const refund = (await findKnown(tx, purchase.id, reported)) ?? (await adopt(tx, context, purchase, reported))
  const known = { status: refund.status, isKnownToProvider: refund.providerId !== null }
  const step = decideRefundStep(known, reported.status)
  if (step === 'nothing') return
  if (step === 'failed' || step === 'came-back') return fail(tx, context, { purchase, refund, reported, step })
  await saveRefundStep(tx, refund.id, {
    status: reported.status,
    providerId: reported.id,
    failureReason: null,
    settledAt: reported.status === 'succeeded' ? context.now() : null,
  })
  if (step === 'sent') await noteSent(tx, context, { purchase, refund, reported })
}

async function findKnown(tx: Db, purchaseId: string, { id, requestId }: ProviderRefund) {
  const refunds = await listRefundsOf(tx, purchaseId)
  return refunds.find((refund) => refund.providerId === id) ?? refunds.find((refund) => refund.id === requestId)
}

/** Somebody gave money back at the provider's own pages. */
async function adopt(
  tx: Db,
  context: PaymentsContext,
  purchase: StoredPurchase,
  reported: ProviderRefund,
): Promise<StoredRefund> {
  const others = (await listRefundsOf(tx, purchase.id)).filter(({ status }) => status !== 'failed')
  const isWhole = others.reduce((sum, { amount }) => sum + amount, reported.amount) >= purchase.total
  const refund: StoredRefund = {
    id: randomUUID(),
    purchaseId: purchase.id,
    kind: 'provider',
    reason: 'Given back at the payment provider',
    amount: reported.amount,
    currency: purchase.currency,
    status: 'requested',
    providerId: null,
    endsAccess: isWhole,
    requestedBy: null,
    requestedAt: reported.createdAt,
  }
  await insertRefund(tx, refund)
  if (isWhole && reported.status !== 'failed') await endAccess(tx, context, purchase, refund.requestedAt)
  return refund
}

type Noted = { purchase: StoredPurchase; refund: StoredRefund; reported: ProviderRefund }

async function noteSent(tx: Db, context: PaymentsContext, { purchase, refund, reported }: Noted) {
  await insertEntry(tx, {
    kind: 'refund',
    providerId: reported.id,
    purchaseId: purchase.id,
    amount: -reported.amount,
    currency: purchase.currency,
    occurredAt: reported.createdAt,
  })
  // Money that bought nothing has no invoice that could be taken back.
  if (!purchase.completedAt) return
  const { amount } = reported
  const cause = { purchaseId: purchase.id, amount, reason: refund.reason, refundId: refund.id }
  const creditNote = await issueCreditNote(tx, context, cause)
  const buyer = await findBuyer(tx, purchase.id)
  if (!buyer) return
  const company = await readCompany(tx)
  const { publicUrl, provider } = context
  const told = { purchase, refund, buyer, company, creditNote, publicUrl, isLive: provider.isLive }
  const letter = refundIssuedLetter(told)
  await queueMail(tx, context, `refund-issued:${refund.id}`, letter)
}

async function fail(
  tx: Db,
  context: PaymentsContext,
  { purchase, refund, reported, step }: Noted & { step: 'failed' | 'came-back' },
) {
  const reason = reported.failureReason ?? 'no reason given'
  if (step === 'came-back') await noteReturn(tx, context, { purchase, refund, reported }, reason)
  await failRefund(tx, context, { purchase, refund, providerId: reported.id, reason })
}

async function noteReturn(tx: Db, context: PaymentsContext, { purchase, refund, reported }: Noted, reason: string) {
  await insertEntry(tx, {
    kind: 'refund_reversal',
    providerId: reported.id,
    purchaseId: purchase.id,
    amount: reported.amount,
    currency: purchase.currency,
    occurredAt: context.now(),
  })
  // Money that bought nothing has no invoice, and no paper was written when it left.
  if (!purchase.completedAt) return
  await reverseCreditNote(tx, context, {
    purchaseId: purchase.id,
    stillGone: await sumStillGone(tx, refund),
    reason: `The refund came back: ${reason}`,
    refundId: refund.id,
  })
}

/** Beside this refund: only what has left is on a credit note, and what is merely asked for gets one later. */
async function sumStillGone(tx: Db, { id, purchaseId }: StoredRefund): Promise<number> {
  const refunds = await listRefundsOf(tx, purchaseId)
  const left = refunds.filter((other) => other.id !== id && ['pending', 'succeeded'].includes(other.status))
  return sumGone(left, await listDisputesOf(tx, purchaseId))
}
