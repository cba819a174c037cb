import { checkoutOf } from '#features/catalogue/rules/checkouts.ts'
import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { abandonedAt } from '../../rules.ts'
import { testMark, testNotes } from './sender.ts'

type Unfinished = {
  purchase: StoredPurchase
  buyer: { firstName: string; email: string }
  company: Company
  publicUrl: string
  isLive: boolean
}

/** A day after a payment was begun: what it was, how to go on, and how not to. */
export function unfinishedLetter({ purchase, buyer, company, publicUrl, isLive }: Unfinished): Mail {
  const { packageTitle, packageId, market, total, taxLabel, currency, createdAt } = purchase
  return writeLetter({
    to: buyer.email,
    subject: `${testMark(purchase, isLive)}Your payment was not finished`,
    greeting: greeting(buyer.firstName),
    paragraphs: [
      `You began to pay for ${packageTitle} and did not finish. Nothing was charged, and the package has not started.`,
      'If you still want it, you can continue where you stopped.',
    ],
    facts: [
      ['Package', packageTitle],
      ['Total', `${formatMoney(total, currency)} incl. ${taxLabel}`],
      ['Begun', companyMomentInWords(createdAt)],
    ],
    action: { label: 'Continue', url: `${publicUrl}${checkoutOf(market, packageId)}` },
    notes: [
      `If you do not want it any more, choose "Cancel payment" under My Packages (${publicUrl}/portal/packages), or do nothing: the payment is cancelled by itself on ${companyMomentInWords(abandonedAt(purchase))}.`,
      ...testNotes(purchase, isLive),
    ],
    sender: senderOf(company),
  })
}
