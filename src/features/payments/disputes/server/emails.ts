import type { Email } from '#platform/server/email/email.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import {
  type BuyerFacts,
  buyerEmail,
  type PurchaseFacts,
  paymentFacts,
  purchaseAlert,
} from '../../server/payment-email.ts'
import type { ProviderDispute } from '../../stripe/rules.ts'

type DisputeFacts = PurchaseFacts & { dispute: ProviderDispute }

/** Alerts the company to a dispute: there are only some days to answer the bank. */
export function disputeOpenedAlert(facts: DisputeFacts): Email {
  const { purchase } = facts
  return purchaseAlert(facts, {
    subject: `A payment is disputed: ${purchase.reference ?? purchase.id}`,
    greeting: 'A bank has taken a payment back:',
    paragraphs: [
      'The package is suspended until the dispute is decided. Answer it at the payment provider within the days it names there; without an answer it is lost.',
    ],
    facts: listFacts(facts),
  })
}

/** Alerts the company to an inquiry: an answer now may avoid a dispute. */
export function inquiryAlert(facts: DisputeFacts): Email {
  const { purchase } = facts
  return purchaseAlert(facts, {
    subject: `A bank asks about a payment: ${purchase.reference ?? purchase.id}`,
    greeting: 'A bank asks about a payment:',
    paragraphs: [
      'No money was taken, and the package goes on. Answer at the payment provider, so that it does not become a dispute.',
    ],
    facts: listFacts(facts),
  })
}

function listFacts({ purchase, dispute }: DisputeFacts): [string, string][] {
  return [
    ...paymentFacts(purchase),
    ['Amount', formatMoney(dispute.amount, purchase.currency)],
    ['Reason', dispute.reason.replaceAll('_', ' ')],
    ['At the provider', dispute.id],
  ]
}

type LostDispute = BuyerFacts & { amount: number; creditNote: string | undefined }

/** Sent to the member when the bank decides the dispute for them. */
export function disputeLostEmail(facts: LostDispute): Email {
  const { purchase, amount, company, creditNote } = facts
  return buyerEmail(facts, {
    subject: `Your ${purchase.packageTitle} has ended`,
    paragraphs: [
      `Your bank has decided to give you back ${formatMoney(amount, purchase.currency)} for ${purchase.packageTitle}, as you asked. The package has ended.`,
      `If that is a mistake, write to ${company.email}.`,
    ],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', formatMoney(amount, purchase.currency)],
      ...(creditNote ? [['Credit note', creditNote] satisfies [string, string]] : []),
    ],
  })
}
