import { readCompany } from '#features/company/server/public.ts'
import { endPackage, issueCreditNote, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { ProviderDispute } from '../rules/refund.ts'
import { closeDispute, insertDispute, listDisputesOf } from './dispute-store.ts'
import { disputeLostLetter, disputeOpenedAlert, inquiryAlert } from './emails/dispute.ts'
import { endSubscriptionJob } from './jobs.ts'
import type { PaymentsContext } from './payments-context.ts'
import { findBuyer } from './refund-store.ts'
import { reportAnomaly } from './report-anomaly.ts'
import { insertEntry } from './store.ts'

/** What the provider says of one dispute, written down in the transaction that holds its purchase. */
export async function noteDispute(
  tx: Db,
  context: PaymentsContext,
  purchase: StoredPurchase,
  reported: ProviderDispute,
): Promise<void> {
  const { id, status } = reported
  // A question of the bank takes no money, so it takes nothing of the member either.
  if (status === 'inquiry') return alertCompany(tx, context, purchase, reported)
  const known = (await listDisputesOf(tx, purchase.id)).find((dispute) => dispute.id === id)
  if (!known) await open(tx, context, purchase, reported)
  const before = known?.status ?? 'open'
  if (status === 'open' || status === before) return
  if (before !== 'open') return reportReversal(tx, context, purchase, reported)
  await closeDispute(tx, id, status, context.now())
  if (status === 'won') await noteWon(tx, context, purchase, reported)
  else await noteLost(tx, context, purchase, reported)
}

async function open(tx: Db, context: PaymentsContext, purchase: StoredPurchase, reported: ProviderDispute) {
  const { id, amount, reason, createdAt } = reported
  const { id: purchaseId, currency } = purchase
  await insertDispute(tx, { id, purchaseId, amount, currency, reason, openedAt: createdAt })
  const entry = { providerId: id, purchaseId, currency, occurredAt: createdAt }
  await insertEntry(tx, { ...entry, kind: 'dispute', amount: -amount })
  await alertCompany(tx, context, purchase, reported)
}

async function alertCompany(tx: Db, context: PaymentsContext, purchase: StoredPurchase, reported: ProviderDispute) {
  const company = await readCompany(tx)
  const { isLive } = context.provider
  const isInquiry = reported.status === 'inquiry'
  const letter = (isInquiry ? inquiryAlert : disputeOpenedAlert)({ purchase, dispute: reported, company, isLive })
  await queueMail(tx, context, `${isInquiry ? 'inquiry' : 'dispute'}:${reported.id}`, letter)
}

async function noteWon(tx: Db, { now }: PaymentsContext, purchase: StoredPurchase, { id, amount }: ProviderDispute) {
  const entry = { providerId: id, purchaseId: purchase.id, currency: purchase.currency, occurredAt: now() }
  await insertEntry(tx, { ...entry, kind: 'dispute_reversal', amount })
}

/** The bank keeps the money: it is as if we had given it back, and what it paid for ends. */
async function noteLost(tx: Db, context: PaymentsContext, purchase: StoredPurchase, { id, amount }: ProviderDispute) {
  if (!purchase.completedAt) return
  await endPackage(tx, purchase.id, context.now())
  // Also where a later month is paid: whoever disputes one month does not want the next.
  const { subscriptionId } = purchase
  if (subscriptionId) await context.jobs.send(tx, endSubscriptionJob, { subscriptionId })
  const reason = 'The bank took the payment back'
  const creditNote = await issueCreditNote(tx, context, { purchaseId: purchase.id, amount, reason, disputeId: id })
  const buyer = await findBuyer(tx, purchase.id)
  if (!buyer) return
  const company = await readCompany(tx)
  const letter = disputeLostLetter({ purchase, amount, buyer, company, creditNote, isLive: context.provider.isLive })
  await queueMail(tx, context, `dispute-lost:${id}`, letter)
}

/** A bank that thinks again about what it decided: papers are written, and a person has to look. */
async function reportReversal(
  tx: Db,
  context: PaymentsContext,
  { id: purchaseId }: StoredPurchase,
  { id, status, amount }: ProviderDispute,
) {
  context.log.error({ purchaseId, disputeId: id }, 'a dispute was decided anew')
  const detail = { purchaseId, status, amount }
  await reportAnomaly(tx, context, { kind: 'dispute-decided-anew', subject: id, detail })
}
