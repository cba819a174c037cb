import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords, dateInWords } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { startsAtOnce } from '../rules.ts'
import type { DocumentContent } from './describe-invoice.ts'
import type { StoredPurchase } from './store.ts'

type Completed = {
  purchase: Omit<StoredPurchase, 'startsAt' | 'endsAt'>
  buyer: { firstName: string; email: string }
  company: Company
  invoice: DocumentContent & { number: string }
  period: { startsAt: Date; endsAt: Date }
  issuedAt: Date
  /** A later month of a subscription. */
  isRenewal: boolean
  publicUrl: string
}

/** The confirmation of the contract on a durable medium (CCR 2013 reg. 16), with the consents repeated (D19). */
export function purchaseLetter(completed: Completed): Mail {
  const { purchase, buyer, company, invoice, period, publicUrl } = completed
  const { currency } = purchase
  return writeLetter({
    to: buyer.email,
    subject: `${invoice.isTest ? '[TEST] ' : ''}Your ${purchase.packageTitle}: ${completed.isRenewal ? 'renewed' : 'payment received'}`,
    greeting: greeting(buyer.firstName),
    paragraphs: [whatHappened(completed)],
    facts: [
      ['Package', purchase.packageTitle],
      ['Price', formatMoney(purchase.net, currency)],
      [purchase.taxLabel, formatMoney(purchase.tax, currency)],
      ['Total paid', formatMoney(purchase.total, currency)],
      ['Invoice', invoice.number],
      ['Starts', companyMomentInWords(period.startsAt)],
      ['Ends', companyMomentInWords(period.endsAt)],
    ],
    action: { label: 'Open My Packages', url: `${publicUrl}/portal/packages` },
    notes: [
      ...(invoice.isTest ? ['TEST: no money was charged, and this is not a VAT invoice.'] : []),
      ...(completed.isRenewal ? [] : agreedInWords(purchase, company, invoice)),
      ...(purchase.subscriptionId ? [renewalInWords(publicUrl)] : []),
      `Your invoice ${invoice.number} is ready to download, as PDF and text: ${publicUrl}/portal/invoices`,
    ],
    sender: senderOf(company),
  })
}

function whatHappened({ purchase, period, issuedAt, isRenewal }: Completed): string {
  const { packageTitle } = purchase
  if (isRenewal) return `Your subscription ${packageTitle} has renewed, and your payment for another month has arrived.`
  const arrived = `Thank you for purchasing ${packageTitle}. Your payment has arrived`
  return period.startsAt <= issuedAt
    ? `${arrived} and your package is active.`
    : `${arrived}. Your package starts on ${dateInWords(period.startsAt)}.`
}

function renewalInWords(publicUrl: string): string {
  return `Your subscription renews every month until you cancel it, which you can do at any time under My Packages: ${publicUrl}/portal/packages`
}

/** What was agreed, and how to go back on it. A later month of a subscription is no new contract. */
function agreedInWords(purchase: Completed['purchase'], { email }: Company, { suppliedAt }: DocumentContent): string[] {
  if (purchase.buyer.kind === 'business')
    return ['You bought this package for a business. The 14-day right to cancel is for consumers.']
  const lastDay = `within 14 days of ${dateInWords(new Date(suppliedAt))}`
  return [
    consentInWords(purchase),
    `To cancel ${lastDay}, open the package under My Packages and choose "Cancel this contract": you read first what you get back. Or write to ${email}, in any words you like.`,
  ]
}

function consentInWords({ consent, buyer }: Pick<StoredPurchase, 'consent' | 'buyer'>): string {
  const when = `on ${companyMomentInWords(consent.at)} (terms ${consent.version})`
  return startsAtOnce({ consent, buyer })
    ? `You asked us ${when} to start within the 14-day cancellation period, and acknowledged that you lose the right to cancel once the package is fully delivered. If you cancel earlier, you pay for what you have received.`
    : `You did not ask us ${when} to start within the 14-day cancellation period, so the package starts when it is over.`
}
