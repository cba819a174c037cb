import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type {
  Consequences,
  DataSubject,
  Facts,
  PersonalData,
  PersonalDataAreas,
} from '#platform/server/personal-data.ts'
import { documentKeptUntil } from '../documents/rules.ts'
import type { DocumentContent } from '../documents/server/document-content.ts'
import {
  cancelPendingPurchases,
  endEntitlements,
  endSubscriptions,
  listAllDocuments,
  listAllEntitlements,
  listAllEntries,
  listAllPurchases,
  lockMemberPurchases,
  lockMemberSubscriptions,
} from './personal-store.ts'
import type { StoredPurchase } from './store.ts'
import { listMemberSubscriptions, type StoredSubscription } from './subscription-store.ts'

export const personalData = {
  purchases: { clock: 'business', export: exportPurchases, erase: endPurchases, preview: previewAccountDeletion },
} satisfies PersonalDataAreas

/**
 * When an account is deleted, ends everything, so that nothing remains to be paid. Tax law requires us to keep
 * purchases, without a name, and invoices as issued.
 */
async function endPurchases(tx: Db, { now }: Context, { memberId }: DataSubject): Promise<void> {
  await lockMemberSubscriptions(tx, memberId)
  await lockMemberPurchases(tx, memberId)
  await cancelPendingPurchases(tx, memberId)
  await endSubscriptions(tx, memberId, now())
  await endEntitlements(tx, memberId, now())
}

/** Exports purchases, packages, ledger entries, subscriptions and invoices. */
async function exportPurchases(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const purchases = await listAllPurchases(db, memberId)
  const packages = await listAllEntitlements(db, memberId)
  const entries = await listAllEntries(db, memberId)
  const subscriptions = await listMemberSubscriptions(db, memberId)
  const documents = await listAllDocuments(db, memberId)
  return {
    sections: [
      { key: 'purchases', title: 'Purchases', facts: purchases.map(purchaseFacts) },
      {
        key: 'packages',
        title: 'Packages',
        facts: packages.map((row) => ({
          package: row.title,
          source: row.source,
          startsAt: row.startsAt,
          endsAt: row.endsAt,
          cancelledAt: row.cancelledAt,
        })),
      },
      {
        key: 'packageUse',
        title: 'What your packages include, and what you’ve used',
        facts: entries.map((row) => ({
          package: row.package,
          what: row.title,
          kind: row.kind,
          quantity: row.quantity,
          at: row.occurredAt,
          reason: row.reason,
        })),
      },
      { key: 'subscriptions', title: 'Subscriptions', facts: subscriptions.map(subscriptionFacts) },
      { key: 'invoices', title: 'Invoices and credit notes', facts: documents.map(documentFacts) },
    ],
  }
}

function purchaseFacts({ consent, ...purchase }: StoredPurchase): Facts {
  return {
    reference: purchase.reference,
    package: purchase.packageTitle,
    status: purchase.status,
    market: purchase.market,
    ...priceFacts(purchase),
    refunded: { amount: purchase.refunded, currency: purchase.currency },
    chosenStart: consent.start,
    termsVersion: consent.version,
    agreedAt: consent.at,
    underEighteen: purchase.age?.isUnder18 ?? null,
    guardianAgreedAt: purchase.age?.guardianConfirmedAt ?? null,
    startedAt: purchase.createdAt,
    paidAt: purchase.completedAt,
    paymentProvider: purchase.paymentMode,
    providerReference: purchase.paymentIntentId,
  }
}

function subscriptionFacts({ price, card, ...subscription }: StoredSubscription): Facts {
  return {
    package: subscription.title,
    status: subscription.status,
    market: price.market,
    ...priceFacts(price),
    renewsAt: subscription.endedAt ? null : subscription.periodEndsAt,
    cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd,
    unpaidSince: subscription.pastDueSince,
    daysFromPaymentToStart: subscription.delayedDays,
    card: card ? `${card.brand} ending in ${card.last4}` : null,
    startedAt: subscription.createdAt,
    endedAt: subscription.endedAt,
    paymentProvider: subscription.paymentMode,
    providerReference: subscription.providerId,
  }
}

function documentFacts({
  reference,
  kind,
  issuedAt,
  content,
}: Awaited<ReturnType<typeof listAllDocuments>>[number]): Facts {
  const { seller, buyer } = content
  return {
    number: reference,
    kind: kind.replaceAll('_', ' '),
    isTest: content.isTest,
    issuedAt,
    taxPoint: new Date(content.suppliedAt),
    seller: [seller.name, ...seller.address].join(', '),
    sellerVatNumber: seller.vatNumber,
    sellerCompanyNumber: seller.companyNumber,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    description: content.description,
    ...priceFacts(content),
  }
}

function priceFacts({
  currency,
  discount,
  net,
  taxLabel,
  tax,
  total,
}: Pick<DocumentContent, 'currency' | 'net' | 'taxLabel' | 'tax' | 'total'> & {
  discount?: DocumentContent['discount']
}) {
  return {
    ...(discount && { discountCode: discount.code, discount: { amount: discount.amount, currency } }),
    net: { amount: net, currency },
    taxLabel,
    tax: { amount: tax, currency },
    total: { amount: total, currency },
  }
}

/** Previews which packages and subscriptions would end, and how many invoices we would keep. */
async function previewAccountDeletion(db: Db, { memberId }: DataSubject, now: Date): Promise<Consequences> {
  const packages = await listAllEntitlements(db, memberId)
  const documents = await listAllDocuments(db, memberId)
  const subscriptions = await listMemberSubscriptions(db, memberId)
  const lastDocument = documents.at(-1)
  return {
    ends: [
      ...packages
        .filter((row) => !row.cancelledAt && row.endsAt > now)
        .map((row) => ({ title: row.title, endsAt: row.endsAt })),
      ...subscriptions
        .filter(({ endedAt, status }) => !endedAt && status !== 'incomplete')
        .map(({ title, periodEndsAt }) => ({ title: `${title}, monthly subscription`, endsAt: periodEndsAt ?? now })),
    ],
    keeps: lastDocument
      ? [{ kind: 'invoices', count: documents.length, until: documentKeptUntil(lastDocument.issuedAt) }]
      : [],
  }
}
