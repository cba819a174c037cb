import { randomUUID } from 'node:crypto'
import type { EmailPreviews } from '#features/company/server/public.ts'
import { examplePurchase, type StoredSubscription } from '#features/purchases/server/public.ts'
import { anomalyEmail } from '../anomalies/server/emails.ts'
import { unfinishedPaymentEmail } from '../checkout/server/emails.ts'
import * as disputes from '../disputes/server/emails.ts'
import * as guardians from '../guardians/server/emails.ts'
import * as refunds from '../refunds/server/emails.ts'
import type { StoredRefund } from '../refunds/server/store.ts'
import * as subscriptions from '../subscriptions/server/emails.ts'

const now = new Date('2026-03-02T09:30:00Z')
const nextMonth = new Date('2026-04-02T09:30:00Z')
const nextAttemptAt = new Date('2026-03-05T09:30:00Z')
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', timeZone: 'Europe/London' }
const creditNote = 'CN-2026-000001'
const commonFacts = { purchase: examplePurchase, buyer: ada, isLive: true }
const price = {
  market: examplePurchase.market,
  currency: examplePurchase.currency,
  net: examplePurchase.net,
  taxRateBasisPoints: examplePurchase.taxRateBasisPoints,
  taxLabel: examplePurchase.taxLabel,
  tax: examplePurchase.tax,
  total: examplePurchase.total,
}

const refund: StoredRefund = {
  id: randomUUID(),
  purchaseId: examplePurchase.id,
  kind: 'staff',
  reason: 'A session did not take place',
  amount: 5_940,
  currency: 'GBP',
  status: 'succeeded',
  providerId: null,
  endsAccess: false,
  requestedBy: null,
  requestedAt: now,
}

const dispute = { id: 'dp_example', amount: 11_880, reason: 'not_received', status: 'open', createdAt: now } as const

const subscription: StoredSubscription = {
  id: randomUUID(),
  memberId: examplePurchase.memberId,
  packageId: 'biz-future-pro',
  title: 'BIZ FUTURE Monthly',
  serviceType: 'BIZ_FUTURE',
  price,
  fullPrice: price,
  discount: null,
  paymentMode: 'stripe',
  delayedDays: 0,
  createdAt: now,
  providerId: null,
  status: 'active',
  cancelsAtPeriodEnd: false,
  periodEndsAt: nextMonth,
  pastDueSince: null,
  card: { brand: 'visa', last4: '4242' },
  endedAt: null,
}
const subscriptionFacts = { subscription, member: ada, isLive: true, paidUntil: nextMonth, usableUntil: nextMonth }
const duePaymentFacts = { ...subscriptionFacts, paidUntil: now, usableUntil: now, now, nextAttemptAt }

const offer = {
  id: 'my-future-basic',
  version: 1,
  title: 'MY FUTURE Basic',
  description: 'A first look at what suits you',
  features: [],
  serviceType: 'MY_FUTURE' as const,
  duration: '1 week',
  billing: 'once' as const,
}

export const emailPreviews: EmailPreviews = {
  anomalyEmail: (site) => anomalyEmail({ ...site, kind: 'payment-mismatch', subject: 'FW-2026-000001' }),
  unfinishedPaymentEmail: (site) => unfinishedPaymentEmail({ ...site, ...commonFacts }),
  withdrawalEmail: (site) => refunds.withdrawalEmail({ ...site, ...commonFacts, refund: 5_940, cancelledAt: now }),
  refundIssuedEmail: (site) => refunds.refundIssuedEmail({ ...site, ...commonFacts, refund, creditNote }),
  refundFailedEmail: (site) => refunds.refundFailedEmail({ ...site, ...commonFacts, refund }),
  refundFailedAlert: (site) =>
    refunds.refundFailedAlert({ ...site, ...commonFacts, refund, reason: 'expired or canceled card' }),
  disputeOpenedAlert: (site) => disputes.disputeOpenedAlert({ ...site, ...commonFacts, dispute }),
  inquiryAlert: (site) => disputes.inquiryAlert({ ...site, ...commonFacts, dispute }),
  disputeLostEmail: (site) => disputes.disputeLostEmail({ ...site, ...commonFacts, amount: 11_880, creditNote }),
  guardianRequestEmail: ({ company, publicUrl }) =>
    guardians.guardianRequestEmail({
      guardian: { name: 'Anne Byron', email: 'anne@example.org' },
      firstName: 'Ada',
      quote: { package: offer, price },
      company,
      url: `${publicUrl}/guardian/example`,
      isTest: false,
    }),
  guardianAgreedEmail: ({ company, publicUrl }) =>
    guardians.guardianAgreedEmail(consentAnswer(company, `${publicUrl}/checkout`)),
  guardianRefusedEmail: ({ company, publicUrl }) =>
    guardians.guardianRefusedEmail(consentAnswer(company, `${publicUrl}/checkout`)),
  renewalReminderEmail: (site) =>
    subscriptions.renewalReminderEmail({ ...site, ...subscriptionFacts, renewsAt: nextMonth }),
  paymentFailedEmail: (site) => subscriptions.paymentFailedEmail({ ...site, ...duePaymentFacts }),
  confirmPaymentEmail: (site) => subscriptions.confirmPaymentEmail({ ...site, ...duePaymentFacts }),
  cancelledEmail: (site) => subscriptions.cancelledEmail({ ...site, ...subscriptionFacts, now }),
  resumedEmail: (site) => subscriptions.resumedEmail({ ...site, ...subscriptionFacts }),
  endedUnpaidEmail: (site) => subscriptions.endedUnpaidEmail({ ...site, ...subscriptionFacts }),
  lostEmail: (site) => subscriptions.lostEmail({ ...site, ...subscriptionFacts }),
}

function consentAnswer(company: Parameters<EmailPreviews[string]>[0]['company'], checkoutUrl: string) {
  return { member: ada, packageTitle: examplePurchase.packageTitle, company, checkoutUrl }
}
