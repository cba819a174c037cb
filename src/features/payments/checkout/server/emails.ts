import { checkoutPath } from '#features/catalogue/rules/checkouts.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMomentInLondon } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { type BuyerFacts, buyerEmail } from '../../server/payment-email.ts'
import { abandonedAt } from '../rules.ts'

/** Sent a day after a payment was started. It explains how to finish or cancel it. */
export function unfinishedPaymentEmail(facts: BuyerFacts): Email {
  const { purchase, publicUrl } = facts
  const { packageTitle, packageId, market, total, taxLabel, currency, createdAt } = purchase
  return buyerEmail(facts, {
    subject: `Your payment was not finished`,
    paragraphs: [
      `You began to pay for ${packageTitle} and did not finish. Nothing was charged, and the package has not started.`,
      'If you still want it, you can continue where you stopped.',
    ],
    facts: [
      ['Package', packageTitle],
      ['Total', `${formatMoney(total, currency)} incl. ${taxLabel}`],
      ['Begun', formatMomentInLondon(createdAt)],
    ],
    action: { label: 'Continue', url: `${publicUrl}${checkoutPath(market, packageId)}` },
    notes: [
      `If you do not want it any more, choose "Cancel payment" under My Packages (${publicUrl}/portal/packages), or do nothing: the payment is cancelled by itself on ${formatMomentInLondon(abandonedAt(purchase))}.`,
    ],
  })
}
