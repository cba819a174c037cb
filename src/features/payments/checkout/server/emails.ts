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
    subject: `Finish paying for ${packageTitle}`,
    paragraphs: [
      `You started paying for ${packageTitle} but didn’t finish. You haven’t been charged, and the package hasn’t started.`,
      'Still want it? Pick up where you left off.',
    ],
    facts: [
      ['Package', packageTitle],
      ['Total', `${formatMoney(total, currency)} incl. ${taxLabel}`],
      ['Started', formatMomentInLondon(createdAt)],
    ],
    action: { label: 'Continue', url: `${publicUrl}${checkoutPath(market, packageId)}` },
    notes: [
      `Changed your mind? Choose “Cancel payment” under My Packages (${publicUrl}/portal/packages), or do nothing: we’ll cancel it automatically on ${formatMomentInLondon(abandonedAt(purchase))}.`,
    ],
  })
}
