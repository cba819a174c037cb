import type { Email } from '#platform/server/email/email.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import {
  type BuyerFacts,
  buyerEmail,
  type PurchaseFacts,
  paymentFacts,
  purchaseAlert,
} from '../../server/payment-email.ts'
import type { StoredRefund } from './store.ts'

/** Bank processing time of a refund. */
const REFUND_DURATION = '5 to 10 working days'

/** Confirms a cancellation within the 14 days (CCR 2013 reg. 32), with the refund. */
export function withdrawalEmail(facts: BuyerFacts & { refund: number }): Email {
  const { purchase, refund, publicUrl } = facts
  const { packageTitle, currency } = purchase
  return buyerEmail(facts, {
    subject: `Your ${packageTitle} is cancelled`,
    paragraphs: [
      `You cancelled ${packageTitle} within the 14 days, and it has ended.`,
      refund > 0
        ? `We are refunding ${formatMoney(refund, currency)} to your original payment method. It takes ${REFUND_DURATION}, and at the latest 14 days from today.`
        : 'There is nothing left to refund.',
    ],
    facts: [
      ...paymentFacts(purchase),
      ['You paid', formatMoney(purchase.total, currency)],
      ...(purchase.refunded > 0
        ? [['Refunded before', formatMoney(purchase.refunded, currency)] satisfies [string, string]]
        : []),
      ['Your refund', formatMoney(refund, currency)],
    ],
    action: { label: 'Open your dashboard', url: `${publicUrl}/portal/dashboard` },
  })
}

/** Sent when the refund has left us. */
export function refundIssuedEmail(facts: BuyerFacts & { refund: StoredRefund; creditNote: string | undefined }): Email {
  const { purchase, refund, creditNote, publicUrl } = facts
  const amount = formatMoney(refund.amount, refund.currency)
  return buyerEmail(facts, {
    subject: `${amount} is on its way back to you`,
    paragraphs: [
      `We have given back ${amount} of what you paid for ${purchase.packageTitle}. It goes the same way you paid, and your bank shows it within ${REFUND_DURATION}.`,
      ...(refund.endsAccess ? ['The package has ended.'] : []),
    ],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', amount],
      ['Reason', refund.reason],
      ...(creditNote ? [['Credit note', creditNote] satisfies [string, string]] : []),
    ],
    action: { label: 'Open your dashboard', url: `${publicUrl}/portal/dashboard` },
  })
}

/** Sent when the refund has failed. */
export function refundFailedEmail(facts: BuyerFacts & { refund: StoredRefund }): Email {
  const { purchase, refund, company, publicUrl } = facts
  const amount = formatMoney(refund.amount, refund.currency)
  return buyerEmail(facts, {
    subject: `We could not give back ${amount}`,
    paragraphs: [
      `We tried to give back ${amount} of what you paid for ${purchase.packageTitle}, but it did not go through. Most often the card is closed or was replaced.`,
      `The money is still yours. We will write to you about another way; you can also write to ${company.email}.`,
      ...(refund.endsAccess ? ['Until then your package runs again, where its time is not over.'] : []),
    ],
    facts: [...paymentFacts(purchase), ['Amount', amount]],
    action: { label: 'Open My Packages', url: `${publicUrl}/portal/packages` },
  })
}

/** Asks the company to find another way to refund. */
export function refundFailedAlert(facts: PurchaseFacts & { refund: StoredRefund; reason: string }): Email {
  const { purchase, refund, reason } = facts
  return purchaseAlert(facts, {
    subject: `A refund failed: ${purchase.reference ?? purchase.id}`,
    greeting: 'A refund could not be made:',
    paragraphs: ['The money is still with us. Find another way to give it back, and tell the member.'],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', formatMoney(refund.amount, refund.currency)],
      ['Why it was asked for', refund.reason],
      ['What the provider says', reason],
    ],
  })
}
