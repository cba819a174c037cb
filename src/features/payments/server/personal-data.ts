import { listAllPurchases, listMemberSubscriptions, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteEmails } from '#platform/server/email/store.ts'
import type { DataSection, DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { Refused } from '#platform/shared/refused.ts'
import { formatExpiry, nameCard } from '../cards/rules.ts'
import { cancelUnpaidPurchase } from '../checkout/server/cancel-purchase.ts'
import { listMemberDisputes } from '../disputes/server/store.ts'
import { requestReason } from '../guardians/server/request-guardian-consent.ts'
import { deleteMemberRequests, listMemberRequests } from '../guardians/server/store.ts'
import { listMemberRefunds } from '../refunds/server/store.ts'
import { endSubscription } from '../subscriptions/server/end-subscription.ts'
import { anonymiseCustomerQueue } from './customers.ts'
import type { PaymentsContext } from './payments-context.ts'
import {
  deleteCustomers,
  deleteMemberNetworks,
  findCustomerId,
  listMemberCustomers,
  listMemberEntries,
  listMemberNetworks,
} from './store.ts'

export const personalData = {
  payments: {
    clock: 'business',
    export: exportPayments,
    exportElsewhere: exportCards,
    erase: eraseCustomers,
    prepareErasure: cancelUnpaidPayments,
  },
  guardians: { export: exportGuardianRequests, erase: eraseGuardianRequests },
} satisfies PersonalDataAreas<PaymentsContext>

/**
 * Before an account is deleted, cancels unfinished payments and subscriptions at Stripe. If a payment is made at the
 * same moment, Stripe decides which comes first.
 * @throws Refused if a payment is in progress or has just arrived: deletion would end the package it pays for
 */
async function cancelUnpaidPayments(context: PaymentsContext, { memberId }: DataSubject): Promise<void> {
  const purchases = await listAllPurchases(context.db, memberId)
  for (const purchase of purchases) if (purchase.status === 'pending') await cancelUnpaid(context, purchase)
  for (const subscription of await listMemberSubscriptions(context.db, memberId)) {
    await endSubscription(context, subscription.id)
  }
}

async function cancelUnpaid(context: PaymentsContext, purchase: StoredPurchase) {
  const outcome = await cancelUnpaidPurchase(context, purchase)
  if (outcome === 'paid') throw new Refused('payment-arrived')
  if (outcome === 'in-progress') throw new Refused('payment-processing')
}

/** Deletes the member's Stripe customer id immediately. A job anonymises the customer at Stripe and removes its cards. */
async function eraseCustomers(tx: Db, { jobs }: Context, { memberId }: DataSubject): Promise<void> {
  for (const { providerId: customerId, paymentMode: mode } of await listMemberCustomers(tx, memberId)) {
    await jobs.send(tx, anonymiseCustomerQueue, { customerId, mode })
  }
  await deleteCustomers(tx, memberId)
  await deleteMemberNetworks(tx, memberId)
}

/** Deletes the guardian's address with the account. A queued email is no longer sent. */
async function eraseGuardianRequests(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  const deleted = await deleteMemberRequests(tx, memberId)
  await deleteEmails(tx, deleted.map(requestReason))
}

/** Exports the guardian requests and their answers. */
async function exportGuardianRequests(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const requests = await listMemberRequests(db, memberId)
  const facts = requests.map((row) => ({
    package: row.packageId,
    total: { amount: row.total, currency: row.currency },
    sentTo: row.guardianEmail,
    requestedAt: row.requestedAt,
    linkEndsAt: row.expiresAt,
    agreedAt: row.confirmedAt,
    refusedAt: row.refusedAt,
  }))
  return { sections: [{ key: 'guardianRequests', title: 'Requests to your parent or guardian', facts }] }
}

/** Exports payments, refunds, disputes, Stripe customer ids, and the networks that payments were started from. */
async function exportPayments(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const entries = await listMemberEntries(db, memberId)
  const refunds = await listMemberRefunds(db, memberId)
  const disputes = await listMemberDisputes(db, memberId)
  const customers = await listMemberCustomers(db, memberId)
  const networks = await listMemberNetworks(db, memberId)
  return {
    sections: [
      {
        key: 'payments',
        title: 'Payments and refunds',
        facts: entries.map((entry) => ({
          kind: entry.kind,
          purchase: entry.reference,
          amount: { amount: entry.amount, currency: entry.currency },
          at: entry.occurredAt,
          providerReference: entry.providerId,
        })),
      },
      {
        key: 'refunds',
        title: 'Refunds',
        facts: refunds.map((refund) => ({
          kind: refund.kind,
          purchase: refund.reference,
          reason: refund.reason,
          amount: { amount: refund.amount, currency: refund.currency },
          status: refund.status,
          requestedAt: refund.requestedAt,
          settledAt: refund.settledAt,
          failureReason: refund.failureReason,
          providerReference: refund.providerId,
        })),
      },
      {
        key: 'disputes',
        title: 'Payments your bank reversed',
        facts: disputes.map((dispute) => ({
          purchase: dispute.reference,
          reason: dispute.reason,
          amount: { amount: dispute.amount, currency: dispute.currency },
          status: dispute.status,
          openedAt: dispute.openedAt,
          closedAt: dispute.closedAt,
          providerReference: dispute.providerId,
        })),
      },
      {
        key: 'paymentProviders',
        title: 'Your customer numbers with our payment provider',
        facts: customers.map((row) => ({ provider: row.paymentMode, customerNumber: row.providerId })),
      },
      {
        key: 'paymentOrigins',
        title: 'IP addresses you paid from (deleted after a day)',
        facts: networks.map((row) => ({ package: row.title, ipAddress: row.addressKey, at: row.recordedAt })),
      },
    ],
  }
}

/** Exports what Stripe shows us of the saved cards. The export is not held up while Stripe is unavailable. */
async function exportCards({ db, provider }: PaymentsContext, { memberId }: DataSubject): Promise<DataSection[]> {
  const customerId = await findCustomerId(db, memberId, provider.mode)
  if (!customerId) return []
  const facts = await provider.listCards(customerId).then(
    ({ cards }) => cards.map((card) => ({ card: nameCard(card), expires: formatExpiry(card) })),
    (error: unknown) => {
      if (!(error instanceof Refused)) throw error
      return { missing: 'Our payment provider couldn’t be reached. You’ll find your cards under Profile.' }
    },
  )
  return [{ key: 'savedCards', title: 'Saved cards', facts }]
}
