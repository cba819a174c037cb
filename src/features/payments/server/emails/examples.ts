import { randomUUID } from 'node:crypto'
import type { LetterExamples } from '#features/company/server/public.ts'
import { examplePurchase, type StoredSubscription } from '#features/purchases/server/public.ts'
import { anomalyLetter } from '../emails.ts'
import type { StoredRefund } from '../refund-store.ts'
import * as disputes from './dispute.ts'
import * as guardians from './guardian.ts'
import * as refunds from './refund.ts'
import * as subscriptions from './subscription-letters.ts'
import { unfinishedLetter } from './unfinished-payment.ts'

const now = new Date('2026-03-02T09:30:00Z')
const nextMonth = new Date('2026-04-02T09:30:00Z')
const soon = new Date('2026-03-05T09:30:00Z')
const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org' }
const creditNote = 'CN-2026-000001'
const about = { purchase: examplePurchase, buyer: ada, isLive: true }
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
  packageId: 'biz-future-monthly',
  title: 'BIZ FUTURE Monthly',
  serviceType: 'BIZ_FUTURE',
  price,
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
const subscribed = { subscription, member: ada, isLive: true, paidUntil: nextMonth }
const due = { ...subscribed, graceUntil: soon, nextAttemptAt: soon }

const offer = {
  id: 'my-future-basic',
  version: 1,
  title: 'MY FUTURE Basic',
  description: 'A first look at what suits you',
  serviceType: 'MY_FUTURE' as const,
  duration: '1 week',
  billing: 'once' as const,
}

export const letterExamples: LetterExamples = {
  anomalyLetter: ({ company }) => anomalyLetter({ kind: 'payment-mismatch', subject: 'FW-2026-000001' }, company),
  unfinishedLetter: (site) => unfinishedLetter({ ...site, ...about }),
  withdrawalLetter: (site) => refunds.withdrawalLetter({ ...site, ...about, refund: 5_940 }),
  refundIssuedLetter: (site) => refunds.refundIssuedLetter({ ...site, ...about, refund, creditNote }),
  refundFailedLetter: (site) => refunds.refundFailedLetter({ ...site, ...about, refund }),
  refundFailedAlert: (site) =>
    refunds.refundFailedAlert({ ...site, ...about, refund, reason: 'expired or canceled card' }),
  disputeOpenedAlert: (site) => disputes.disputeOpenedAlert({ ...site, ...about, dispute }),
  inquiryAlert: (site) => disputes.inquiryAlert({ ...site, ...about, dispute }),
  disputeLostLetter: (site) => disputes.disputeLostLetter({ ...site, ...about, amount: 11_880, creditNote }),
  guardianLetter: ({ company, publicUrl }) =>
    guardians.guardianLetter({
      guardian: { name: 'Anne Byron', email: 'anne@example.org' },
      firstName: 'Ada',
      quote: { package: offer, price },
      company,
      url: `${publicUrl}/guardian/example`,
      isTest: false,
    }),
  guardianAgreedLetter: ({ company, publicUrl }) =>
    guardians.guardianAgreedLetter(answered(company, `${publicUrl}/checkout`)),
  guardianRefusedLetter: ({ company, publicUrl }) =>
    guardians.guardianRefusedLetter(answered(company, `${publicUrl}/checkout`)),
  reminderLetter: (site) => subscriptions.reminderLetter({ ...site, ...subscribed, renewsAt: nextMonth }),
  failedLetter: (site) => subscriptions.failedLetter({ ...site, ...due }),
  confirmationLetter: (site) => subscriptions.confirmationLetter({ ...site, ...due }),
  cancelledLetter: (site) => subscriptions.cancelledLetter({ ...site, ...subscribed, now }),
  resumedLetter: (site) => subscriptions.resumedLetter({ ...site, ...subscribed }),
  endedUnpaidLetter: (site) => subscriptions.endedUnpaidLetter({ ...site, ...subscribed }),
  lostLetter: (site) => subscriptions.lostLetter({ ...site, ...subscribed }),
}

function answered(company: Parameters<LetterExamples[string]>[0]['company'], checkoutUrl: string) {
  return { member: ada, packageTitle: examplePurchase.packageTitle, company, checkoutUrl }
}
