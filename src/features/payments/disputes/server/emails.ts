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

type Alert = PurchaseFacts & { dispute: ProviderDispute }

/** Alerts the company to a dispute: there are only some days to answer the bank. */
export function disputeOpenedAlert(about: Alert): Email {
  const { purchase } = about
  return purchaseAlert(about, {
    subject: `A payment is disputed: ${purchase.reference ?? purchase.id}`,
    greeting: 'A bank has taken a payment back:',
    paragraphs: [
      'The package is suspended until the dispute is decided. Answer it at the payment provider within the days it names there; without an answer it is lost.',
    ],
    facts: factsOf(about),
  })
}

/** Alerts the company to an inquiry: an answer now may avoid a dispute. */
export function inquiryAlert(about: Alert): Email {
  const { purchase } = about
  return purchaseAlert(about, {
    subject: `A bank asks about a payment: ${purchase.reference ?? purchase.id}`,
    greeting: 'A bank asks about a payment:',
    paragraphs: [
      'No money was taken, and the package goes on. Answer at the payment provider, so that it does not become a dispute.',
    ],
    facts: factsOf(about),
  })
}

function factsOf({ purchase, dispute }: Alert): [string, string][] {
  return [
    ...paymentFacts(purchase),
    ['Amount', formatMoney(dispute.amount, purchase.currency)],
    ['Reason', dispute.reason.replaceAll('_', ' ')],
    ['At the provider', dispute.id],
  ]
}

type LostDispute = BuyerFacts & { amount: number; creditNote: string | undefined }

/** Sent to the member when the bank decides the dispute for them. */
export function disputeLostEmail(about: LostDispute): Email {
  const { purchase, amount, company, creditNote } = about
  return buyerEmail(about, {
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
