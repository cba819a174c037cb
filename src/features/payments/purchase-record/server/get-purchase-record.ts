import { findAccount } from '#features/accounts/server/public.ts'
import {
  describePurchase,
  findPurchase,
  findSubscription,
  type StoredPurchase,
  showPurchase,
} from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { listEmailsFor } from '#platform/server/email/log-store.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { fullName } from '#platform/shared/person-name.ts'
import { Refused } from '#platform/shared/refused.ts'
import { showAnomaly } from '../../anomalies/server/list-anomalies.ts'
import type { PurchaseRecord, StaffRefund } from '../contract.ts'
import { listAnomaliesAbout, listDisputeRows, listEventsAbout, listMovements, listRefundRows } from './store.ts'

/** Everything we store about one purchase, for staff. */
export async function getPurchaseRecord({ db, now }: MemberContext, purchaseId: string): Promise<PurchaseRecord> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  const { consent, createdAt, completedAt, paymentMode, paymentIntentId, upgrade } = purchase
  const money = await readMoneyRecords(db, purchase)
  return {
    purchase: showPurchase(purchase, now()),
    isTest: paymentMode === 'sandbox',
    begunAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    paymentIntentId,
    buyer: await describeBuyer(db, purchase),
    consent: { ...consent, at: consent.at.toISOString() },
    replaces: upgrade,
    ...(await describePurchase(db, purchaseId, now())),
    ...money,
    emails: await listPurchaseEmails(db, { purchaseId, ...money, now: now() }),
  }
}

async function describeBuyer(db: Db, { memberId, buyer, age }: StoredPurchase): Promise<PurchaseRecord['buyer']> {
  const account = await findAccount(db, memberId)
  return {
    ...buyer,
    member: account
      ? { id: memberId, name: fullName(account.firstName, account.lastName), email: account.email }
      : null,
    isUnder18: age?.isUnder18 ?? null,
    guardianConfirmedAt: age?.guardianConfirmedAt?.toISOString() ?? null,
  }
}

type MoneyRecords = Pick<PurchaseRecord, 'movements' | 'refunds' | 'disputes' | 'events' | 'anomalies'>

async function readMoneyRecords(
  db: Db,
  { id, paymentIntentId, subscriptionId }: StoredPurchase,
): Promise<MoneyRecords> {
  const subscription = subscriptionId ? await findSubscription(db, subscriptionId) : undefined
  const providerSubscriptionId = subscription?.providerId ?? null
  const events = await listEventsAbout(db, { paymentIntentId, providerSubscriptionId })
  const movements = await listMovements(db, id)
  const subjects = [...movements.map((row) => row.providerId), ...(paymentIntentId ? [paymentIntentId] : [])]
  return {
    movements: movements.map((row) => ({
      kind: row.kind,
      providerId: row.providerId,
      amount: row.amount,
      currency: row.currency,
      occurredAt: row.occurredAt.toISOString(),
    })),
    refunds: (await listRefundRows(db, id)).map(showStaffRefund),
    disputes: (await listDisputeRows(db, id)).map((row) => ({
      providerId: row.providerId,
      amount: minorUnits(row.amount),
      currency: row.currency,
      reason: row.reason,
      status: row.status,
      openedAt: row.openedAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
    })),
    events: events.map((row) => ({
      id: row.id,
      type: row.type,
      receivedAt: row.receivedAt.toISOString(),
      handledAt: row.handledAt?.toISOString() ?? null,
      failures: row.failures,
    })),
    anomalies: (await listAnomaliesAbout(db, { purchaseId: id, subjects })).map(showAnomaly),
  }
}

function showStaffRefund(row: Awaited<ReturnType<typeof listRefundRows>>[number]): StaffRefund {
  const isStaff = row.kind === 'staff' && row.deletedAt === null
  return {
    id: row.id,
    kind: row.kind,
    amount: minorUnits(row.amount),
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    requestedAt: row.requestedAt.toISOString(),
    failureReason: row.failureReason,
    endsAccess: row.endsAccess,
    requestedBy: (isStaff && fullName(row.firstName, row.lastName)) || null,
  }
}

async function listPurchaseEmails(
  db: Db,
  {
    purchaseId,
    refunds,
    disputes,
    now,
  }: { purchaseId: string; now: Date } & Pick<MoneyRecords, 'refunds' | 'disputes'>,
): Promise<PurchaseRecord['emails']> {
  const reasons = emailReasons({
    purchaseId,
    refundIds: refunds.map(({ id }) => id),
    disputeIds: disputes.map(({ providerId }) => providerId),
  })
  const emails = await listEmailsFor(db, reasons, now)
  return emails.map(({ id, subject, state, createdAt: at }) => ({ id, subject, state, writtenAt: at.toISOString() }))
}

/** The keys of the emails about a purchase; each is sent once. */
function emailReasons({
  purchaseId,
  refundIds,
  disputeIds,
}: {
  purchaseId: string
  refundIds: string[]
  disputeIds: string[]
}): string[] {
  return [
    `purchase-confirmation:${purchaseId}`,
    `unfinished-payment:${purchaseId}`,
    `withdrawal:${purchaseId}`,
    ...refundIds.flatMap((id) => [
      `withdrawal:${id}`,
      `refund-issued:${id}`,
      `refund-failed:${id}`,
      `refund-failed-alert:${id}`,
    ]),
    ...disputeIds.flatMap((id) => [`inquiry:${id}`, `dispute:${id}`, `dispute-lost:${id}`]),
  ]
}
