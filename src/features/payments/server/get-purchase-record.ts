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
import { listMailsFor } from '#platform/server/mail/log-store.ts'
import { minorUnits } from '#platform/shared/money.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { PurchaseRecord, StaffRefund } from '../contract/record.ts'
import { reasonsOfLetters } from '../rules/letters.ts'
import { listAnomaliesAbout, listDisputeRows, listEventsAbout, listMovements, listRefundRows } from './record-store.ts'
import { showAnomaly } from './show-anomaly.ts'

/** For staff: everything that the books hold of one purchase. */
export async function getPurchaseRecord({ db, now }: MemberContext, purchaseId: string): Promise<PurchaseRecord> {
  const purchase = await findPurchase(db, purchaseId)
  if (!purchase) throw new Refused('purchase-not-found')
  const { consent, createdAt, completedAt, paymentMode, paymentIntentId, upgrade } = purchase
  const money = await readMoney(db, purchase)
  return {
    purchase: showPurchase(purchase, now()),
    isTest: paymentMode === 'sandbox',
    begunAt: createdAt.toISOString(),
    completedAt: completedAt?.toISOString() ?? null,
    paymentIntentId,
    buyer: await describeBuyer(db, purchase),
    consent: { ...consent, at: consent.at.toISOString() },
    replaces: upgrade,
    ...(await describePurchase(db, purchaseId)),
    ...money,
    mails: await listLetters(db, { purchaseId, ...money, now: now() }),
  }
}

async function describeBuyer(db: Db, { memberId, buyer, age }: StoredPurchase): Promise<PurchaseRecord['buyer']> {
  const account = await findAccount(db, memberId)
  return {
    ...buyer,
    member: account
      ? { id: memberId, name: `${account.firstName} ${account.lastName}`.trim(), email: account.email }
      : null,
    isUnder18: age?.isUnder18 ?? null,
    guardianConfirmedAt: age?.guardianConfirmedAt?.toISOString() ?? null,
  }
}

type Money = Pick<PurchaseRecord, 'movements' | 'refunds' | 'disputes' | 'events' | 'anomalies'>

async function readMoney(db: Db, { id, paymentIntentId, subscriptionId }: StoredPurchase): Promise<Money> {
  const subscription = subscriptionId ? await findSubscription(db, subscriptionId) : undefined
  const providerSubscriptionId = subscription?.providerId ?? null
  const events = await listEventsAbout(db, { paymentIntentId, providerSubscriptionId })
  const movements = await listMovements(db, id)
  const subjects = [...movements.map((row) => row.provider_id), ...(paymentIntentId ? [paymentIntentId] : [])]
  return {
    movements: movements.map((row) => ({
      kind: row.kind,
      providerId: row.provider_id,
      amount: row.amount,
      currency: row.currency,
      occurredAt: row.occurred_at.toISOString(),
    })),
    refunds: (await listRefundRows(db, id)).map(showStaffRefund),
    disputes: (await listDisputeRows(db, id)).map((row) => ({
      providerId: row.provider_id,
      amount: minorUnits(row.amount),
      currency: row.currency,
      reason: row.reason,
      status: row.status,
      openedAt: row.opened_at.toISOString(),
      closedAt: row.closed_at?.toISOString() ?? null,
    })),
    events: events.map((row) => ({
      id: row.id,
      type: row.type,
      receivedAt: row.received_at.toISOString(),
      handledAt: row.handled_at?.toISOString() ?? null,
      failures: row.failures,
    })),
    anomalies: (await listAnomaliesAbout(db, { purchaseId: id, subjects })).map(showAnomaly),
  }
}

function showStaffRefund(row: Awaited<ReturnType<typeof listRefundRows>>[number]): StaffRefund {
  const isStaff = row.kind === 'staff' && row.deleted_at === null
  return {
    id: row.id,
    kind: row.kind,
    amount: minorUnits(row.amount),
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    requestedAt: row.requested_at.toISOString(),
    failureReason: row.failure_reason,
    endsAccess: row.ends_access,
    requestedBy: (isStaff && `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim()) || null,
  }
}

async function listLetters(
  db: Db,
  { purchaseId, refunds, disputes, now }: { purchaseId: string; now: Date } & Pick<Money, 'refunds' | 'disputes'>,
): Promise<PurchaseRecord['mails']> {
  const reasons = reasonsOfLetters({
    purchaseId,
    refundIds: refunds.map(({ id }) => id),
    disputeIds: disputes.map(({ providerId }) => providerId),
  })
  const mails = await listMailsFor(db, reasons, now)
  return mails.map(({ id, subject, state, created_at: at }) => ({ id, subject, state, writtenAt: at.toISOString() }))
}
