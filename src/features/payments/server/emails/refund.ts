import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import type { StoredPurchase } from '#features/purchases/server/public.ts'
import { writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { greeting } from '#platform/shared/greeting.ts'
import type { StoredRefund } from '../refund-store.ts'
import { paymentFacts, testMark, testNotes } from './sender.ts'

/** How long banks take to show money that came back. */
const DAYS_ON_THE_WAY = '5 to 10 working days'

type Told = {
  purchase: StoredPurchase
  buyer: { firstName: string; email: string }
  company: Company
  publicUrl: string
  /** False with the sandbox, and with a provider's test keys. */
  isLive: boolean
}

/** Confirms a cancellation within the 14 days (CCR 2013 reg. 32), with what comes of it. */
export function withdrawalLetter({
  purchase,
  refund,
  buyer,
  company,
  publicUrl,
  isLive,
}: Told & { refund: number }): Mail {
  const { packageTitle, currency } = purchase
  return writeLetter({
    to: buyer.email,
    subject: `${testMark(purchase, isLive)}Your ${packageTitle} is cancelled`,
    greeting: greeting(buyer.firstName),
    paragraphs: [
      `You cancelled ${packageTitle} within the 14 days, and it has ended.`,
      refund > 0
        ? `We give back ${formatMoney(refund, currency)}, the same way you paid. You have it within ${DAYS_ON_THE_WAY}, and at the latest 14 days from today.`
        : 'Nothing is left to give back.',
    ],
    facts: [
      ...paymentFacts(purchase),
      ['You paid', formatMoney(purchase.total, currency)],
      ['You get back', formatMoney(refund, currency)],
    ],
    action: { label: 'Open your dashboard', url: `${publicUrl}/portal/dashboard` },
    notes: testNotes(purchase, isLive),
    sender: senderOf(company),
  })
}

/** The money has left us. */
export function refundIssuedLetter({
  purchase,
  refund,
  buyer,
  company,
  creditNote,
  publicUrl,
  isLive,
}: Told & { refund: StoredRefund; creditNote: string | undefined }): Mail {
  const amount = formatMoney(refund.amount, refund.currency)
  return writeLetter({
    to: buyer.email,
    subject: `${testMark(purchase, isLive)}${amount} is on its way back to you`,
    greeting: greeting(buyer.firstName),
    paragraphs: [
      `We have given back ${amount} of what you paid for ${purchase.packageTitle}. It goes the same way you paid, and your bank shows it within ${DAYS_ON_THE_WAY}.`,
      ...(refund.endsAccess ? ['The package has ended.'] : []),
    ],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', amount],
      ['Reason', refund.reason],
      ...(creditNote ? [['Credit note', creditNote] satisfies [string, string]] : []),
    ],
    action: { label: 'Open your dashboard', url: `${publicUrl}/portal/dashboard` },
    notes: testNotes(purchase, isLive),
    sender: senderOf(company),
  })
}

/** The money did not arrive. */
export function refundFailedLetter({
  purchase,
  refund,
  buyer,
  company,
  publicUrl,
  isLive,
}: Told & { refund: StoredRefund }): Mail {
  const amount = formatMoney(refund.amount, refund.currency)
  return writeLetter({
    to: buyer.email,
    subject: `${testMark(purchase, isLive)}We could not give back ${amount}`,
    greeting: greeting(buyer.firstName),
    paragraphs: [
      `We tried to give back ${amount} of what you paid for ${purchase.packageTitle}, but it did not go through. Most often the card is closed or was replaced.`,
      `The money is still yours. We will write to you about another way; you can also write to ${company.email}.`,
      ...(refund.endsAccess ? ['Until then your package runs again, where its time is not over.'] : []),
    ],
    facts: [...paymentFacts(purchase), ['Amount', amount]],
    action: { label: 'Open My Packages', url: `${publicUrl}/portal/packages` },
    notes: testNotes(purchase, isLive),
    sender: senderOf(company),
  })
}

/** To the company: somebody has to find another way. */
export function refundFailedAlert({
  purchase,
  refund,
  reason,
  company,
  isLive,
}: Pick<Told, 'purchase' | 'company' | 'isLive'> & { refund: StoredRefund; reason: string }): Mail {
  return writeLetter({
    to: company.email,
    subject: `${testMark(purchase, isLive)}A refund failed: ${purchase.reference ?? purchase.id}`,
    greeting: 'A refund could not be made:',
    paragraphs: ['The money is still with us. Find another way to give it back, and tell the member.'],
    facts: [
      ...paymentFacts(purchase),
      ['Amount', formatMoney(refund.amount, refund.currency)],
      ['Why it was asked for', refund.reason],
      ['What the provider says', reason],
    ],
    notes: testNotes(purchase, isLive),
    sender: senderOf(company),
  })
}
