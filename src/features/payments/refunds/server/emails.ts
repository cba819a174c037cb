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

/** How long banks take to process a refund. */
const REFUND_DURATION = '5 to 10 working days'

/** Confirms a cancellation within the 14 days and its refund (CCR 2013 reg. 32). */
export function withdrawalEmail(facts: BuyerFacts & { refund: number }): Email {
  const { purchase, refund, publicUrl } = facts
  const { packageTitle, currency } = purchase
  return buyerEmail(facts, {
    subject: `Your ${packageTitle} is cancelled`,
    paragraphs: [
      `You cancelled ${packageTitle} within the 14-day cancellation period, so it has ended.`,
      refund > 0
        ? `We’re refunding ${formatMoney(refund, currency)} to your original payment method. It’ll take ${REFUND_DURATION}, and no more than 14 days from today.`
        : 'There’s nothing left to refund.',
    ],
    facts: [
      ...paymentFacts(purchase),
      ['You paid', formatMoney(purchase.total, currency)],
      ...(purchase.refunded > 0
        ? [['Already refunded', formatMoney(purchase.refunded, currency)] satisfies [string, string]]
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
    subject: `Your refund of ${amount} is on its way`,
    paragraphs: [
      `We’ve refunded ${amount} of what you paid for ${purchase.packageTitle} to your original payment method. It should reach you in ${REFUND_DURATION}.`,
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
    subject: `We couldn’t refund ${amount}`,
    paragraphs: [
      `We tried to refund ${amount} of what you paid for ${purchase.packageTitle}, but it didn’t go through. This is usually because the card has been closed or replaced.`,
      `The money is still yours. We’ll email you about another way to refund you, or you can email us at ${company.email}.`,
      ...(refund.endsAccess ? ['Until then your package is active again, unless its end date has passed.'] : []),
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
    greeting: 'A refund failed:',
    paragraphs: ['We still have the money. Find another way to refund it, and tell the member.'],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', formatMoney(refund.amount, refund.currency)],
      ['Reason for the refund', refund.reason],
      ['Provider’s reason', reason],
    ],
  })
}
