import { attachedNote } from '#features/purchases/server/public.ts'
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

/** Alerts the company to a dispute. The bank needs a response within days. */
export function disputeOpenedAlert(facts: DisputeFacts): Email {
  const { purchase } = facts
  return purchaseAlert(facts, {
    subject: `Payment disputed: ${purchase.reference ?? purchase.id}, ${formatMoney(facts.dispute.amount, purchase.currency)}`,
    paragraphs: [
      'A bank has reversed this payment. The package is on hold until the dispute is decided. Respond to it through the payment provider by the deadline shown there, or you’ll lose the dispute.',
    ],
    facts: listFacts(facts),
  })
}

/** Alerts the company to an inquiry. Responding now may avoid a dispute. */
export function inquiryAlert(facts: DisputeFacts): Email {
  const { purchase } = facts
  return purchaseAlert(facts, {
    subject: `Bank enquiry about a payment: ${purchase.reference ?? purchase.id}, ${formatMoney(facts.dispute.amount, purchase.currency)}`,
    paragraphs: [
      'A bank has asked about this payment. No money has been taken and the package continues. Respond through the payment provider now, so that this doesn’t become a dispute.',
    ],
    facts: listFacts(facts),
  })
}

function listFacts({ purchase, dispute }: DisputeFacts): [string, string][] {
  return [
    ...paymentFacts(purchase),
    ['Amount', formatMoney(dispute.amount, purchase.currency)],
    ['Reason', dispute.reason.replaceAll('_', ' ')],
    ['Provider reference', dispute.id],
  ]
}

type LostDispute = BuyerFacts & { amount: number; creditNote: string | undefined }

/** Sent to the member when the bank decides the dispute for them. */
export function disputeLostEmail(facts: LostDispute): Email {
  const { purchase, amount, company, creditNote, publicUrl } = facts
  const email = buyerEmail(facts, {
    subject: `Your ${purchase.packageTitle} has ended: ${formatMoney(amount, purchase.currency)} refunded`,
    paragraphs: [
      `Your bank has decided your dispute in your favour and refunded ${formatMoney(amount, purchase.currency)} for ${purchase.packageTitle}. The package has ended.`,
      `If this is a mistake, email us at ${company.email}.`,
    ],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', formatMoney(amount, purchase.currency)],
      creditNote !== undefined && ['Credit note', creditNote],
    ],
    action: { label: 'See my invoices', url: `${publicUrl}/portal/invoices` },
    notes: creditNote ? [attachedNote('credit note')] : [],
  })
  return { ...email, documents: creditNote ? [creditNote] : [] }
}
