import { packageEmailPicture } from '#features/catalogue/server/public.ts'
import { type EmailContent, type EmailReader, type EmailSite, emailTo } from '#features/company/server/public.ts'
import type { PaidMonths, StoredSubscription } from '#features/purchases/server/public.ts'
import type { Email } from '#platform/server/email/email.ts'
import { formatDateInLondon } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { formatTimeWithZone } from '#platform/shared/local-time.ts'
import { isTest, testMark } from '../../server/payment-email.ts'

type SubscriptionFacts = EmailSite & {
  subscription: StoredSubscription
  member: EmailReader
  /** False for the sandbox and for Stripe's test keys. */
  isLive: boolean
}
type PaidSubscription = SubscriptionFacts & PaidMonths
type DueSubscription = PaidSubscription & { now: Date; nextAttemptAt: Date | null }

/** Sent before each charge, with the amount, the date and how to cancel. */
export function renewalReminderEmail(facts: SubscriptionFacts & { renewsAt: Date }): Email {
  const { subscription, member, renewsAt } = facts
  const renewal = formatTimeWithZone(renewsAt, member.timeZone)
  const subject = `Your ${subscription.title} renews on ${formatDateInLondon(renewsAt)}: ${formatTotal(subscription)}`
  return subscriptionEmail(facts, subject, {
    picture: packageEmailPicture(subscription.packageId, facts.publicUrl),
    paragraphs: [
      `Your ${subscription.title} subscription renews automatically. We’ll charge your card for another month.`,
    ],
    facts: [['Amount', formatPrice(subscription)], ['Charged on', renewal], ...listCardFacts(subscription)],
    action: { label: 'Manage my subscription', url: packagesUrl(facts) },
    notes: [
      `You don’t need to do anything to keep it. To end it, choose “Cancel subscription” under My Packages before then. You’ll keep the month you’ve paid for.`,
    ],
  })
}

export function paymentFailedEmail(facts: DueSubscription): Email {
  const { subscription, nextAttemptAt } = facts
  return subscriptionEmail(facts, `We couldn’t collect ${formatTotal(subscription)} for your ${subscription.title}`, {
    paragraphs: [
      `Your monthly payment for ${subscription.title} was declined. ${describeUsablePeriod(facts)} Use another card, or make sure yours can be charged.`,
      ...(nextAttemptAt ? [] : ['We won’t try again: your subscription will end unless you pay.']),
    ],
    facts: [
      ['Amount', formatPrice(subscription)],
      ...listCardFacts(subscription),
      nextAttemptAt !== null && ['We’ll try again on', formatDateInLondon(nextAttemptAt)],
    ],
    action: { label: 'Use another card', url: checkoutUrl(facts, 'card') },
  })
}

function describeUsablePeriod({ usableUntil, now, member }: DueSubscription): string {
  return usableUntil && usableUntil > now
    ? `The month you’ve paid for runs until ${formatTimeWithZone(usableUntil, member.timeZone)}. You can book sessions that start before then.`
    : 'You can’t book sessions until it’s paid. We’ll carry on with what you’ve already paid for.'
}

export function confirmPaymentEmail(facts: DueSubscription): Email {
  const { subscription } = facts
  return subscriptionEmail(facts, `Confirm your payment of ${formatTotal(subscription)} for ${subscription.title}`, {
    paragraphs: [
      `Your bank wants you to confirm this month’s payment for ${subscription.title} before it goes through. ${describeUsablePeriod(facts)}`,
    ],
    facts: [['Amount', formatPrice(subscription)], ...listCardFacts(subscription)],
    action: { label: 'Confirm the payment', url: checkoutUrl(facts, 'payment') },
  })
}

export function cancelledEmail(facts: PaidSubscription & { now: Date }): Email {
  const { subscription, member, paidUntil, usableUntil, now } = facts
  return subscriptionEmail(facts, `Your ${subscription.title} subscription is cancelled`, {
    paragraphs: ['Your subscription is cancelled. You won’t be charged again.'],
    facts: [
      ['Subscription', subscription.title],
      usableUntil !== null &&
        usableUntil > now && ['Yours to use until', formatTimeWithZone(usableUntil, member.timeZone)],
      paidUntil <= now && ['Ended on', formatTimeWithZone(paidUntil, member.timeZone)],
    ],
    action: { label: 'Open My Packages', url: packagesUrl(facts) },
  })
}

export function resumedEmail(facts: PaidSubscription): Email {
  const { subscription } = facts
  const { periodEndsAt } = subscription
  return subscriptionEmail(facts, `Your ${subscription.title} subscription will continue`, {
    paragraphs: [`You’ve undone your cancellation, so your ${subscription.title} subscription will continue.`],
    facts: [
      ['Each month', formatPrice(subscription)],
      periodEndsAt !== null && ['Next payment', formatDateInLondon(periodEndsAt)],
      ...listCardFacts(subscription),
    ],
    action: { label: 'Manage my subscription', url: packagesUrl(facts) },
  })
}

export function endedUnpaidEmail(facts: PaidSubscription): Email {
  const { subscription, paidUntil } = facts
  return subscriptionEmail(facts, `Your ${subscription.title} subscription has ended`, {
    paragraphs: [
      `We couldn’t collect the monthly payment for ${subscription.title}, so your subscription has ended. You won’t be charged again.`,
      'You’re welcome to subscribe again at any time.',
    ],
    facts: [
      ['Subscription', subscription.title],
      ['Paid until', formatDateInLondon(paidUntil)],
    ],
    action: { label: 'Open My Packages', url: packagesUrl(facts) },
  })
}

/** Sent if the subscription does not exist at Stripe. We cannot promise that nothing will be charged. */
export function lostEmail(facts: PaidSubscription): Email {
  const { subscription, paidUntil } = facts
  return subscriptionEmail(facts, `Your ${subscription.title} subscription has ended`, {
    paragraphs: [
      `Your ${subscription.title} subscription has ended. Our payment provider no longer recognises it, so we don’t expect any more charges, and we’re looking into it. If your card is charged anyway, tell us and we’ll refund you.`,
    ],
    facts: [
      ['Subscription', subscription.title],
      ['Yours until', formatDateInLondon(paidUntil)],
    ],
    action: { label: 'Open My Packages', url: packagesUrl(facts) },
  })
}

function subscriptionEmail(
  { subscription, member, company, isLive }: SubscriptionFacts,
  subject: string,
  { notes = [], ...text }: Omit<EmailContent, 'subject'>,
): Email {
  return emailTo(member, company, {
    subject: `${testMark(subscription, isLive)}${subject}`,
    ...text,
    notes: [...(isTest(subscription, isLive) ? ['TEST: no money is charged.'] : []), ...notes],
  })
}

function formatTotal({ price }: StoredSubscription): string {
  return formatMoney(price.total, price.currency)
}

function formatPrice(subscription: StoredSubscription): string {
  return `${formatTotal(subscription)} incl. ${subscription.price.taxLabel}`
}

function listCardFacts({ card }: StoredSubscription): [string, string][] {
  return card ? [['Card', `${capitalise(card.brand)} ending in ${card.last4}`]] : []
}

function packagesUrl({ publicUrl }: SubscriptionFacts): string {
  return `${publicUrl}/portal/packages`
}

function checkoutUrl({ publicUrl, subscription }: SubscriptionFacts, page: 'card' | 'payment'): string {
  return `${publicUrl}/checkout/${page}?subscription=${subscription.id}`
}

/** Stripe writes card brands in lower case, for example "visa". */
function capitalise(brand: string): string {
  return brand.slice(0, 1).toUpperCase() + brand.slice(1)
}
