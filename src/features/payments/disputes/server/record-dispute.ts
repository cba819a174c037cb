import { findPresentAccount } from '#features/accounts/server/public.ts'
import { sendEmail } from '#features/company/server/public.ts'
import { endPackage, issueCreditNote, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { reportAnomaly } from '../../anomalies/server/report-anomaly.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'
import { insertEntry } from '../../server/store.ts'
import type { ProviderDispute } from '../../stripe/rules.ts'
import { endSubscriptionQueue } from '../../subscriptions/server/end-subscription-queue.ts'
import { disputeLostEmail, disputeOpenedAlert, inquiryAlert } from './emails.ts'
import { closeDispute, insertDispute, listPurchaseDisputes } from './store.ts'

/** Records Stripe's state for one dispute, in the transaction that locks its purchase. */
export async function recordDispute(
  tx: Db,
  context: PaymentsContext,
  purchase: StoredPurchase,
  reported: ProviderDispute,
): Promise<void> {
  const { id, status } = reported
  // An inquiry takes no money, so the member keeps the package.
  if (status === 'inquiry') return alertCompany(tx, context, purchase, reported)
  const stored = (await listPurchaseDisputes(tx, purchase.id)).find(({ providerId }) => providerId === id)
  if (!stored) await recordOpened(tx, context, purchase, reported)
  const previousStatus = stored?.status ?? 'open'
  if (status === 'open' || status === previousStatus) return
  if (previousStatus !== 'open') return reportReversal(tx, context, purchase, reported)
  await closeDispute(tx, id, status, context.now())
  if (status === 'won') await recordWon(tx, context, purchase, reported)
  else await recordLost(tx, context, purchase, reported)
}

async function recordOpened(tx: Db, context: PaymentsContext, purchase: StoredPurchase, reported: ProviderDispute) {
  const { id, amount, reason, createdAt } = reported
  const { id: purchaseId, currency } = purchase
  await insertDispute(tx, { id, purchaseId, amount, currency, reason, openedAt: createdAt })
  const entry = { providerId: id, purchaseId, currency, occurredAt: createdAt }
  await insertEntry(tx, { ...entry, kind: 'dispute', amount: -amount })
  await alertCompany(tx, context, purchase, reported)
}

async function alertCompany(tx: Db, context: PaymentsContext, purchase: StoredPurchase, reported: ProviderDispute) {
  const isInquiry = reported.status === 'inquiry'
  const facts = { purchase, dispute: reported, isLive: context.provider.isLive }
  await sendEmail(tx, context, `${isInquiry ? 'inquiry' : 'dispute'}:${reported.id}`, (site) =>
    (isInquiry ? inquiryAlert : disputeOpenedAlert)({ ...facts, ...site }),
  )
}

async function recordWon(tx: Db, { now }: PaymentsContext, purchase: StoredPurchase, { id, amount }: ProviderDispute) {
  const entry = { providerId: id, purchaseId: purchase.id, currency: purchase.currency, occurredAt: now() }
  await insertEntry(tx, { ...entry, kind: 'dispute_reversal', amount })
}

/** A lost dispute works like a refund: the package ends and we issue a credit note. */
async function recordLost(tx: Db, context: PaymentsContext, purchase: StoredPurchase, { id, amount }: ProviderDispute) {
  if (!purchase.completedAt) return
  await endPackage(tx, purchase.id, context.now())
  // Ends the package even if a later month is paid: a member who disputes one month does not want the next.
  const { subscriptionId } = purchase
  if (subscriptionId) await context.jobs.send(tx, endSubscriptionQueue, { subscriptionId })
  const reason = 'The bank reversed the payment'
  const creditNote = await issueCreditNote(tx, context, { purchaseId: purchase.id, amount, reason, disputeId: id })
  const buyer = await findPresentAccount(tx, purchase.memberId)
  if (!buyer) return
  const { isLive } = context.provider
  await sendEmail(tx, context, `dispute-lost:${id}`, (site) =>
    disputeLostEmail({ purchase, amount, buyer, creditNote, isLive, ...site }),
  )
}

/** The bank changed a decision that we have already recorded, so an administrator must decide. */
async function reportReversal(
  tx: Db,
  context: PaymentsContext,
  { id: purchaseId }: StoredPurchase,
  { id, status, amount }: ProviderDispute,
) {
  context.log.error({ purchaseId, disputeId: id }, 'dispute outcome changed after closing')
  const detail = { purchaseId, status, amount }
  await reportAnomaly(tx, context, { kind: 'dispute-outcome-changed', subject: id, detail })
}
