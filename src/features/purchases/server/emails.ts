import type { Company } from '#features/company/contract.ts'
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
  publicUrl: string
}

/** The confirmation of the contract on a durable medium (CCR 2013 reg. 16), with the consents repeated (D19). */
export function purchaseLetter({ purchase, buyer, company, invoice, period, issuedAt, publicUrl }: Completed): Mail {
  const { currency } = purchase
  const hasStarted = period.startsAt <= issuedAt
  return writeLetter({
    to: buyer.email,
    subject: `${invoice.isTest ? '[TEST] ' : ''}Your ${purchase.packageTitle}: payment received`,
    greeting: greeting(buyer.firstName),
    paragraphs: [
      hasStarted
        ? `Thank you for purchasing ${purchase.packageTitle}. Your payment has arrived and your package is active.`
        : `Thank you for purchasing ${purchase.packageTitle}. Your payment has arrived. Your package starts on ${dateInWords(period.startsAt)}.`,
    ],
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
      ...(purchase.buyer.kind === 'business'
        ? [forBusiness]
        : [consentInWords(purchase), howToCancel(company, invoice)]),
    ],
    sender: {
      name: company.legalName,
      lines: [...company.address, company.phone, company.email, `Company number ${company.companyNumber}`],
    },
  })
}

const forBusiness = 'You bought this package for a business. The 14-day right to cancel is for consumers.'

function howToCancel({ email }: Company, { suppliedAt }: DocumentContent): string {
  return `To cancel, write to ${email} within 14 days of ${dateInWords(new Date(suppliedAt))}, in any words you like.`
}

function consentInWords({ consent, buyer }: Pick<StoredPurchase, 'consent' | 'buyer'>): string {
  const when = `on ${companyMomentInWords(consent.at)} (terms ${consent.version})`
  return startsAtOnce({ consent, buyer })
    ? `You asked us ${when} to start within the 14-day cancellation period, and acknowledged that you lose the right to cancel once the package is fully delivered. If you cancel earlier, you pay for what you have received.`
    : `You did not ask us ${when} to start within the 14-day cancellation period, so the package starts when it is over.`
}
