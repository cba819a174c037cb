import { randomUUID } from 'node:crypto'
import type { EmailPreviews } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { DAY_MS } from '#platform/shared/durations.ts'
import type { MinorUnits } from '#platform/shared/money.ts'
import { describeInvoice } from '../documents/server/describe-invoice.ts'
import type { OwnedLine } from '../entitlements/contract.ts'
import { packageStartedEmail, purchaseConfirmationEmail } from './emails.ts'
import type { StoredPurchase } from './store.ts'

const paidAt = new Date('2026-03-02T09:30:00Z')
const exampleBuyer = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', timeZone: 'Europe/London' }

/** A made-up purchase for email previews. */
export const examplePurchase: StoredPurchase = {
  id: randomUUID(),
  memberId: randomUUID() as MemberId,
  packageId: 'my-future-basic',
  packageVersion: 1,
  packageTitle: 'MY FUTURE Basic',
  status: 'completed',
  isProcessing: false,
  market: 'uk',
  currency: 'GBP',
  net: 9_900 as MinorUnits,
  taxRateBasisPoints: 2_000,
  taxLabel: 'VAT (20%)',
  tax: 1_980 as MinorUnits,
  total: 11_880 as MinorUnits,
  discount: null,
  consent: { start: 'today', version: '1', at: paidAt },
  paymentMode: 'stripe',
  paymentIntentId: null,
  reference: 'FW-2026-000001',
  createdAt: paidAt,
  completedAt: paidAt,
  buyer: { kind: 'consumer', companyName: null, vatNumber: null, address: null, country: null },
  age: undefined,
  subscriptionId: null,
  providerInvoiceId: null,
  upgrade: null,
  refunded: 0 as MinorUnits,
  entitlementId: null,
  startsAt: paidAt,
  endsAt: weekAfter(paidAt),
}

const exampleLines: OwnedLine[] = [
  { key: 'call', kind: 'session', title: 'Initial consultation', minutes: 10, unit: null, granted: 1, left: 1 },
  { key: 'report', kind: 'deliverable', title: 'Report', minutes: null, unit: 'report', granted: 1, left: 1 },
]

export const emailPreviews: EmailPreviews = {
  'purchaseConfirmationEmail:bought': purchasePreview(),
  'purchaseConfirmationEmail:starts-later': purchasePreview({
    purchase: { consent: { ...examplePurchase.consent, start: 'later' } },
    startsAt: new Date('2026-03-17T00:00:00Z'),
  }),
  'purchaseConfirmationEmail:discounted': purchasePreview({
    purchase: {
      discount: { code: 'SPRING', amount: 1_980 as MinorUnits },
      net: 7_920 as MinorUnits,
      tax: 1_584 as MinorUnits,
      total: 9_504 as MinorUnits,
    },
  }),
  'purchaseConfirmationEmail:without-sessions': purchasePreview({
    purchase: { packageId: 'biz-future-basic', packageTitle: 'BIZ FUTURE Basic' },
    lines: [{ key: 'posts', kind: 'deliverable', title: 'Posts', minutes: null, unit: 'post', granted: 8, left: 8 }],
  }),
  'purchaseConfirmationEmail:renewed': purchasePreview({ purchase: { subscriptionId: randomUUID() }, isRenewal: true }),
  'packageStartedEmail:started-now': purchasePreview({ writeEmail: packageStartedEmail }),
}

type EmailFacts = Parameters<typeof purchaseConfirmationEmail>[0]

function purchasePreview({
  purchase: changes = {} as Partial<StoredPurchase>,
  startsAt = paidAt,
  isRenewal = false,
  lines = exampleLines,
  writeEmail = purchaseConfirmationEmail as (facts: EmailFacts) => Email,
} = {}): EmailPreviews[string] {
  const purchase = { ...examplePurchase, ...changes }
  return ({ company, publicUrl }) =>
    writeEmail({
      purchase,
      buyer: exampleBuyer,
      company,
      invoice: {
        number: 'INV-2026-000001',
        ...describeInvoice({ isTest: false, purchase, buyer: exampleBuyer, company, exchangeRate: undefined, paidAt }),
      },
      period: { startsAt, endsAt: weekAfter(startsAt) },
      owned: {
        id: randomUUID(),
        serviceType: purchase.packageId === 'biz-future-basic' ? 'BIZ_FUTURE' : 'MY_FUTURE',
        state: startsAt > paidAt ? 'scheduled' : 'active',
        isUsable: startsAt <= paidAt,
        notice: null,
        lines,
      },
      issuedAt: paidAt,
      isRenewal,
      publicUrl,
    })
}

function weekAfter(start: Date): Date {
  return new Date(start.getTime() + 7 * DAY_MS)
}
