import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { greeting } from '#platform/shared/greeting.ts'
import type { ProviderDispute } from '../../rules/refund.ts'
import { paymentFacts, testMark, testNotes } from './sender.ts'

/** `isLive` is false with the sandbox, and with a provider's test keys. */
type Alert = { purchase: StoredPurchase; dispute: ProviderDispute; company: Company; isLive: boolean }

/** To the company: there are some days to answer the bank. */
export function disputeOpenedAlert({ purchase, dispute, company, isLive }: Alert): Mail {
  return writeLetter({
    to: company.email,
    subject: `${testMark(purchase, isLive)}A payment is disputed: ${purchase.reference ?? purchase.id}`,
    greeting: 'A bank has taken a payment back:',
    paragraphs: [
      'The package is suspended until the dispute is decided. Answer it at the payment provider within the days it names there; without an answer it is lost.',
    ],
    facts: factsOf({ purchase, dispute }),
    notes: testNotes(purchase, isLive),
    sender: senderOf(company),
  })
}

/** To the company: an answer now may avoid a dispute. */
export function inquiryAlert({ purchase, dispute, company, isLive }: Alert): Mail {
  return writeLetter({
    to: company.email,
    subject: `${testMark(purchase, isLive)}A bank asks about a payment: ${purchase.reference ?? purchase.id}`,
    greeting: 'A bank asks about a payment:',
    paragraphs: [
      'No money was taken, and the package goes on. Answer at the payment provider, so that it does not become a dispute.',
    ],
    facts: factsOf({ purchase, dispute }),
    notes: testNotes(purchase, isLive),
    sender: senderOf(company),
  })
}

function factsOf({ purchase, dispute }: Omit<Alert, 'company' | 'isLive'>): [string, string][] {
  return [
    ...paymentFacts(purchase),
    ['Amount', formatMoney(dispute.amount, purchase.currency)],
    ['Reason', dispute.reason.replaceAll('_', ' ')],
    ['At the provider', dispute.id],
  ]
}

type Lost = {
  purchase: StoredPurchase
  amount: number
  buyer: { firstName: string; email: string }
  company: Company
  creditNote: string | undefined
  isLive: boolean
}

/** The bank gave the member the money back. */
export function disputeLostLetter({ purchase, amount, buyer, company, creditNote, isLive }: Lost): Mail {
  return writeLetter({
    to: buyer.email,
    subject: `${testMark(purchase, isLive)}Your ${purchase.packageTitle} has ended`,
    greeting: greeting(buyer.firstName),
    paragraphs: [
      `Your bank has decided to give you back ${formatMoney(amount, purchase.currency)} for ${purchase.packageTitle}, as you asked. The package has ended.`,
      `If that is a mistake, write to ${company.email}.`,
    ],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', formatMoney(amount, purchase.currency)],
      ...(creditNote ? [['Credit note', creditNote] satisfies [string, string]] : []),
    ],
    notes: testNotes(purchase, isLive),
    sender: senderOf(company),
  })
}
