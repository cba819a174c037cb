import { checkoutPath } from '#features/catalogue/rules/checkouts.ts'
import { packageEmailPicture } from '#features/catalogue/server/public.ts'
import { turnOffNote } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { type BuyerFacts, buyerEmail } from '../../server/payment-email.ts'
import { abandonedAt } from '../rules.ts'

/** Sent a day after a payment was started. It explains how to finish or cancel it. */
export function unfinishedPaymentEmail(facts: BuyerFacts): Email {
  const { purchase, buyer, publicUrl } = facts
  const { packageTitle, packageId, market, total, taxLabel, currency, createdAt, discount } = purchase
  return buyerEmail(facts, {
    subject: `Finish paying for ${packageTitle}: ${formatMoney(total, currency)}`,
    picture: packageEmailPicture(packageId, publicUrl),
    paragraphs: [
      `You started paying for ${packageTitle} but didn’t finish. You haven’t been charged, and the package hasn’t started.`,
      'Still want it? Pick up where you left off.',
    ],
    facts: [
      ['Package', packageTitle],
      ['Total', `${formatMoney(total, currency)} incl. ${taxLabel}`],
      ['Started', formatTimeWithZone(createdAt, buyer.timeZone)],
      ['Pay by', formatTimeWithZone(abandonedAt(purchase), buyer.timeZone)],
    ],
    action: { label: 'Finish paying', url: `${publicUrl}${checkoutPath(market, packageId, discount?.code)}` },
    notes: [
      `Changed your mind? Choose “Cancel payment” under My Packages (${publicUrl}/portal/packages), or do nothing: we’ll cancel it for you.`,
      turnOffNote('emails about purchases', publicUrl),
    ],
  })
}
