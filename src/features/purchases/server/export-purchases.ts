import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, Facts, PersonalData } from '#platform/server/personal-data.ts'
import { listAllDocuments, listAllEntitlements, listAllEntries, listAllPurchases } from './personal-store.ts'
import type { StoredPurchase } from './store.ts'
import { listSubscriptionsOf, type StoredSubscription } from './subscription-store.ts'

/** What the member bought, what they may use, and the invoices as they were issued. */
export async function exportPurchases(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const purchases = await listAllPurchases(db, memberId)
  const packages = await listAllEntitlements(db, memberId)
  const entries = await listAllEntries(db, memberId)
  const subscriptions = await listSubscriptionsOf(db, memberId)
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
          startsAt: row.starts_at,
          endsAt: row.ends_at,
          cancelledAt: row.cancelled_at,
        })),
      },
      {
        key: 'packageUse',
        title: 'What your packages granted, and what was used',
        facts: entries.map((row) => ({
          package: row.package,
          what: row.title,
          kind: row.kind,
          quantity: row.quantity,
          at: row.occurred_at,
          reason: row.reason,
        })),
      },
      { key: 'subscriptions', title: 'Subscriptions', facts: subscriptions.map(subscriptionFacts) },
      { key: 'invoices', title: 'Invoices and credit notes', facts: documents.map(documentFacts) },
    ],
  }
}

function purchaseFacts({ consent, currency, ...purchase }: StoredPurchase): Facts {
  return {
    reference: purchase.reference,
    package: purchase.packageTitle,
    status: purchase.status,
    market: purchase.market,
    net: { amount: purchase.net, currency },
    taxLabel: purchase.taxLabel,
    tax: { amount: purchase.tax, currency },
    total: { amount: purchase.total, currency },
    givenBack: { amount: purchase.refunded, currency },
    askedToStartAtOnce: consent.startNow,
    acknowledgedLossOfCancellation: consent.acknowledgeLoss,
    termsVersion: consent.version,
    agreedAt: consent.at,
    saidUnder18: purchase.age?.isUnder18 ?? null,
    guardianAgreedAt: purchase.age?.guardianConfirmedAt ?? null,
    startedAt: purchase.createdAt,
    paidAt: purchase.completedAt,
    paymentProvider: purchase.paymentMode,
    paymentAtProvider: purchase.paymentIntentId,
  }
}

function subscriptionFacts({ price, card, ...subscription }: StoredSubscription): Facts {
  const { currency } = price
  return {
    package: subscription.title,
    status: subscription.status,
    market: price.market,
    net: { amount: price.net, currency },
    taxLabel: price.taxLabel,
    tax: { amount: price.tax, currency },
    total: { amount: price.total, currency },
    renewsAt: subscription.endedAt ? null : subscription.periodEndsAt,
    cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd,
    unpaidSince: subscription.pastDueSince,
    daysFromPaymentToStart: subscription.delayedDays,
    card: card ? `${card.brand} ending in ${card.last4}` : null,
    startedAt: subscription.createdAt,
    endedAt: subscription.endedAt,
    paymentProvider: subscription.paymentMode,
    subscriptionAtProvider: subscription.providerId,
  }
}

function documentFacts({
  reference,
  kind,
  issued_at: issuedAt,
  content,
}: Awaited<ReturnType<typeof listAllDocuments>>[number]): Facts {
  const { seller, buyer, currency } = content
  return {
    number: reference,
    kind: kind.replaceAll('_', ' '),
    isTest: content.isTest,
    issuedAt,
    suppliedAt: new Date(content.suppliedAt),
    seller: [seller.name, ...seller.address].join(', '),
    sellerVatNumber: seller.vatNumber,
    sellerCompanyNumber: seller.companyNumber,
    buyerName: buyer.name,
    buyerEmail: buyer.email,
    description: content.description,
    net: { amount: content.net, currency },
    taxLabel: content.taxLabel,
    tax: { amount: content.tax, currency },
    total: { amount: content.total, currency },
  }
}
