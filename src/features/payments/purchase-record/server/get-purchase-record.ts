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
import { listPurchaseDisputes } from '../../disputes/server/store.ts'
import type { PurchaseRecord } from '../contract.ts'
import { listAnomaliesAbout, listEventsAbout, listMovements, listRefundRows } from './store.ts'

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
    movements: movements.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() })),
    refunds: (await listRefundRows(db, id)).map((row) => ({
      ...row,
      amount: minorUnits(row.amount),
      requestedAt: row.requestedAt.toISOString(),
      requestedBy: (row.kind === 'staff' && !row.deletedAt && fullName(row.firstName, row.lastName)) || null,
    })),
    disputes: (await listPurchaseDisputes(db, id)).map((row) => ({
      ...row,
      amount: minorUnits(row.amount),
      openedAt: row.openedAt.toISOString(),
      closedAt: row.closedAt?.toISOString() ?? null,
    })),
    events: events.map((row) => ({
      ...row,
      receivedAt: row.receivedAt.toISOString(),
      handledAt: row.handledAt?.toISOString() ?? null,
    })),
    anomalies: (await listAnomaliesAbout(db, { purchaseId: id, subjects })).map(showAnomaly),
  }
}

/** Finds emails by the keys that stop each from being sent twice. */
async function listPurchaseEmails(
  db: Db,
  {
    purchaseId,
    refunds,
    disputes,
    now,
  }: { purchaseId: string; now: Date } & Pick<MoneyRecords, 'refunds' | 'disputes'>,
): Promise<PurchaseRecord['emails']> {
  const reasons = [
    ...['purchase-confirmation', 'unfinished-payment', 'withdrawal'].map((event) => `${event}:${purchaseId}`),
    ...refunds.flatMap(({ id }) =>
      ['withdrawal', 'refund-issued', 'refund-failed', 'refund-failed-alert'].map((event) => `${event}:${id}`),
    ),
    ...disputes.flatMap(({ providerId: id }) =>
      ['inquiry', 'dispute', 'dispute-lost'].map((event) => `${event}:${id}`),
    ),
  ]
  const emails = await listEmailsFor(db, reasons, now)
  return emails.map(({ id, subject, state, createdAt: at }) => ({ id, subject, state, writtenAt: at.toISOString() }))
}
