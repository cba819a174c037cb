import { attachedNote } from '#features/purchases/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { addSpan, formatDateInLondon } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
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
/** The last day on which we may refund a withdrawal (CCR 2013 reg. 34). */
const REFUND_DAYS = 14

/** Confirms a cancellation within the 14 days and its refund (CCR 2013 reg. 32). */
export function withdrawalEmail(facts: BuyerFacts & { refund: number; cancelledAt: Date }): Email {
  const { purchase, buyer, refund, cancelledAt, publicUrl } = facts
  const { packageTitle, currency } = purchase
  const amount = formatMoney(refund, currency)
  return buyerEmail(facts, {
    subject: `Your ${packageTitle} is cancelled${refund > 0 ? `: ${amount} refund` : ''}`,
    paragraphs: [
      `You cancelled ${packageTitle} within the 14-day cancellation period, so it has ended.`,
      refund > 0
        ? `We’re refunding ${amount} to your original payment method. It usually takes ${REFUND_DURATION}.`
        : 'There’s nothing left to refund.',
      ...(purchase.subscriptionId ? ['Your subscription has ended too. You won’t be charged again.'] : []),
    ],
    facts: [
      ...paymentFacts(purchase),
      ['You paid', formatMoney(purchase.total, currency)],
      purchase.refunded > 0 && ['Already refunded', formatMoney(purchase.refunded, currency)],
      ['Your refund', amount],
      refund > 0 && ['It’ll reach you by', formatDateInLondon(addSpan(cancelledAt, { days: REFUND_DAYS }))],
      ['Cancelled on', formatTimeWithZone(cancelledAt, buyer.timeZone)],
    ],
    action: { label: 'Open My Packages', url: `${publicUrl}/portal/packages` },
    notes:
      refund > 0 ? [`Once we’ve sent the refund, you’ll find its credit note here: ${publicUrl}/portal/invoices`] : [],
  })
}

/** Sent when the refund has left us. */
export function refundIssuedEmail(facts: BuyerFacts & { refund: StoredRefund; creditNote: string | undefined }): Email {
  const { purchase, refund, creditNote, publicUrl } = facts
  const amount = formatMoney(refund.amount, refund.currency)
  const email = buyerEmail(facts, {
    subject: `Your refund of ${amount} is on its way`,
    paragraphs: [
      `We’ve refunded ${amount} of what you paid for ${purchase.packageTitle} to your original payment method.`,
      ...(refund.endsAccess ? ['The package has ended.'] : []),
    ],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', amount],
      ['Reason', refund.reason],
      ['It’ll reach you in', REFUND_DURATION],
      creditNote !== undefined && ['Credit note', creditNote],
    ],
    action: { label: 'Open My Packages', url: `${publicUrl}/portal/packages` },
    notes: creditNote
      ? [`${attachedNote('credit note')} You can download it at any time: ${publicUrl}/portal/invoices`]
      : [],
  })
  return { ...email, documents: creditNote ? [creditNote] : [] }
}

/** Sent when the refund has failed. */
export function refundFailedEmail(facts: BuyerFacts & { refund: StoredRefund }): Email {
  const { purchase, refund, company, publicUrl } = facts
  const amount = formatMoney(refund.amount, refund.currency)
  return buyerEmail(facts, {
    subject: `We couldn’t refund ${amount}`,
    paragraphs: [
      `We tried to refund ${amount} of what you paid for ${purchase.packageTitle}, but it didn’t go through. This is usually because the card has been closed or replaced.`,
      `The money is still yours. We’ll email you to arrange the refund another way, or you can email us at ${company.email}.`,
      ...(refund.endsAccess ? ['Until then your package is active again, unless its end date has passed.'] : []),
    ],
    facts: [...paymentFacts(purchase), ['Amount', amount]],
    action: { label: 'Message us', url: `${publicUrl}/portal/messages` },
  })
}

/** Asks the company to find another way to make the refund. */
export function refundFailedAlert(facts: PurchaseFacts & { refund: StoredRefund; reason: string }): Email {
  const { purchase, refund, reason } = facts
  return purchaseAlert(facts, {
    subject: `A refund failed: ${purchase.reference ?? purchase.id}`,
    paragraphs: ['We still have the money. Find another way to refund it, and tell the member.'],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', formatMoney(refund.amount, refund.currency)],
      ['Reason for the refund', refund.reason],
      ['Provider’s reason', reason],
    ],
  })
}
