import { packageEmailPicture } from '#features/catalogue/server/public.ts'
import { type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatDateInLondon, formatMomentInLondon } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { attachedNote } from '../documents/rules.ts'
import type { DocumentContent } from '../documents/server/document-content.ts'
import { decideNextStep, describeWhen, listMilestones } from '../entitlements/rules/next-step.ts'
import { startsAtOnce } from '../rules.ts'
import type { StoredPurchase } from './store.ts'

type CompletionFacts = EmailSite & {
  purchase: Omit<StoredPurchase, 'startsAt' | 'endsAt'>
  buyer: EmailReader
  invoice: DocumentContent & { number: string }
  period: { startsAt: Date; endsAt: Date }
  issuedAt: Date
  /** A later month of a subscription. */
  isRenewal: boolean
}

type Owned = Parameters<typeof decideNextStep>[0]

/**
 * Confirms the contract on a durable medium (CCR 2013 reg. 16) and repeats what the buyer agreed to (D19). Names the
 * same next step and the same dates as the receipt.
 */
export function purchaseConfirmationEmail(completion: CompletionFacts & { owned: Owned }): Email {
  const { purchase, buyer, company, invoice, period, publicUrl } = completion
  const { owned } = completion
  const { currency } = purchase
  const total = formatMoney(purchase.total, currency)
  const { text, link } = decideNextStep(owned, formatDateInLondon(period.startsAt))
  const email = emailTo(buyer, company, {
    subject: `${invoice.isTest ? '[TEST] ' : ''}Your ${purchase.packageTitle}: ${completion.isRenewal ? 'renewed' : 'payment received'}, ${total}`,
    picture: packageEmailPicture(purchase.packageId, publicUrl),
    paragraphs: [introduction(completion), ...(completion.isRenewal ? [] : [text])],
    facts: [
      ['Package', purchase.packageTitle],
      ...priceFacts(purchase),
      [purchase.taxLabel, formatMoney(purchase.tax, currency)],
      ['Total paid', total],
      ['Order reference', invoice.number.replace(/^INV-/, '')],
      ['Invoice', invoice.number],
      ['Starts', formatTimeWithZone(period.startsAt, buyer.timeZone)],
      ['Ends', formatTimeWithZone(period.endsAt, buyer.timeZone)],
    ],
    action: completion.isRenewal
      ? { label: 'Open My Packages', url: `${publicUrl}/portal/packages` }
      : { label: link.label, url: `${publicUrl}${link.path}` },
    notes: [
      'What happens when:',
      ...describeMilestones(completion),
      ...(invoice.isTest ? ['TEST: no money was charged, and this isn’t a VAT invoice.'] : []),
      ...(completion.isRenewal ? [] : describeAgreement(completion)),
      ...(purchase.subscriptionId ? [formatRenewal(publicUrl)] : []),
      `You can also cancel without logging in: ${publicUrl}/cancel-contract`,
      `${attachedNote('invoice')} You can download it at any time: ${publicUrl}/portal/invoices`,
    ],
  })
  return { ...email, documents: [invoice.number] }
}

/** The price before tax, after what a code took off. */
function priceFacts({ net, discount, currency }: CompletionFacts['purchase']): [string, string][] {
  if (!discount) return [['Price', formatMoney(net, currency)]]
  return [
    ['List price', formatMoney(net + discount.amount, currency)],
    [`Discount (${discount.code})`, formatMoney(-discount.amount, currency)],
    ['Price', formatMoney(net, currency)],
  ]
}

/** The same list as on the receipt. */
function describeMilestones({ owned, period, purchase }: CompletionFacts & { owned: Owned }): string[] {
  const { startsAt, endsAt } = period
  const renews = purchase.subscriptionId !== null
  const span = { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString(), renews }
  return listMilestones(owned.lines, span).map(
    (milestone) =>
      `${describeWhen(milestone, formatDateInLondon(new Date(milestone.at)))}: ${milestone.items.join('; ')}.`,
  )
}

function introduction({ purchase, period, issuedAt, isRenewal }: CompletionFacts): string {
  const { packageTitle } = purchase
  if (isRenewal) return `Your ${packageTitle} subscription has renewed. We’ve received your payment for another month.`
  const thanks = `Thank you for purchasing ${packageTitle}. We’ve received your payment`
  return period.startsAt <= issuedAt
    ? `${thanks} and your package is active.`
    : `${thanks}. Your package starts on ${formatDateInLondon(period.startsAt)}.`
}

function formatRenewal(publicUrl: string): string {
  return `Your subscription renews every month until you cancel it, which you can do at any time under My Packages: ${publicUrl}/portal/packages`
}

/** The agreement and the right to cancel. A later month of a subscription is not a new contract. */
function describeAgreement({ purchase, company, invoice }: CompletionFacts): string[] {
  if (purchase.buyer.kind === 'business')
    return ['You bought this package for a business. The 14-day right to cancel is for consumers, so it doesn’t apply.']
  const deadline = `within 14 days of ${formatDateInLondon(new Date(invoice.suppliedAt))}`
  return [
    describeConsent(purchase),
    `To cancel ${deadline}, open the package under My Packages and go to “Cancel ${purchase.packageTitle}”: you’ll see your refund before confirming. Or email ${company.email} in your own words.`,
  ]
}

function describeConsent({ consent, buyer }: Pick<StoredPurchase, 'consent' | 'buyer'>): string {
  const consentTime = `on ${formatMomentInLondon(consent.at)}, under version ${consent.version} of our terms,`
  return startsAtOnce({ consent, buyer })
    ? `You asked us ${consentTime} to start within the 14-day cancellation period. You acknowledged that if you cancel, we keep the price of what you’ve used, and that once everything is delivered you lose the right to cancel.`
    : `You chose ${consentTime} to start once the 14-day cancellation period is over. You can’t use anything in your package until then. If you’d like to start sooner, open it under My Packages and choose “Start now”.`
}

/** Also confirms the text accepted with "Start now" on a durable medium (PRODUCT D19). */
export function packageStartedEmail(completion: CompletionFacts): Email {
  const { purchase, buyer, company, invoice, period, publicUrl } = completion
  return emailTo(buyer, company, {
    subject: `${invoice.isTest ? '[TEST] ' : ''}Your ${purchase.packageTitle} has started and runs until ${formatDateInLondon(period.endsAt)}`,
    picture: packageEmailPicture(purchase.packageId, publicUrl),
    paragraphs: [`You asked us to start ${purchase.packageTitle} now, so you can use it straight away.`],
    facts: [
      ['Package', purchase.packageTitle],
      ['Started', formatTimeWithZone(period.startsAt, buyer.timeZone)],
      ['Ends', formatTimeWithZone(period.endsAt, buyer.timeZone)],
    ],
    action: { label: 'Open My Packages', url: `${publicUrl}/portal/packages` },
    notes: [...describeAgreement(completion), `You can also cancel without logging in: ${publicUrl}/cancel-contract`],
  })
}
