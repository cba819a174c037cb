import type { Company } from '#features/company/contract.ts'
import { senderOf } from '#features/company/server/public.ts'
import type { StoredSubscription } from '#features/purchases/server/public.ts'
import { type Letter, writeLetter } from '#platform/server/mail/letter.ts'
import type { Mail } from '#platform/server/mail/queue-mail.ts'
import { companyMomentInWords, dateInWords } from '#platform/shared/calendar.ts'
import { formatMoney } from '#platform/shared/format-money.ts'
import { greeting } from '#platform/shared/greeting.ts'
import { isTest, testMark } from './sender.ts'

type About = {
  subscription: StoredSubscription
  member: { firstName: string; email: string }
  company: Company
  publicUrl: string
  /** False with the sandbox, and with a provider's test keys. */
  isLive: boolean
}
type Paid = About & { paidUntil: Date }
/** `graceUntil` is null where it is over. */
type Due = Paid & { graceUntil: Date | null; nextAttemptAt: Date | null }

/** Before each charge: what it will be, when, and how not to have it. */
export function reminderLetter(about: About & { renewsAt: Date }): Mail {
  const { subscription, renewsAt } = about
  return letter(about, `Your ${subscription.title} renews on ${dateInWords(renewsAt)}`, {
    paragraphs: [
      `Your subscription ${subscription.title} renews by itself. On ${dateInWords(renewsAt)} your card is charged for another month.`,
    ],
    facts: [['Amount', priceOf(subscription)], ['Charged on', companyMomentInWords(renewsAt)], ...cardOf(subscription)],
    action: { label: 'Manage my subscription', url: packagesUrl(about) },
    notes: [
      `You need to do nothing to keep it. To end it, choose "Cancel subscription" under My Packages before ${companyMomentInWords(renewsAt)}: the month that is paid stays yours.`,
    ],
  })
}

export function failedLetter(about: Due): Mail {
  const { subscription, nextAttemptAt } = about
  return letter(about, `We could not collect the payment for your ${subscription.title}`, {
    paragraphs: [
      `The monthly payment for ${subscription.title} was declined.${usableUntil(about)} Please give us another card, or make sure that yours can be charged.`,
      nextAttemptAt
        ? `We try again on ${dateInWords(nextAttemptAt)}.`
        : 'We do not try again by ourselves: the subscription ends unless you pay.',
    ],
    facts: [['Amount', priceOf(subscription)], ...cardOf(subscription)],
    action: { label: 'Use another card', url: checkoutUrl(about, 'card') },
  })
}

function usableUntil({ graceUntil }: Due): string {
  return graceUntil ? ` You can use your package until ${dateInWords(graceUntil)}.` : ''
}

export function confirmationLetter(about: Due): Mail {
  const { subscription } = about
  return letter(about, `Please confirm the payment for your ${subscription.title}`, {
    paragraphs: [
      `Your bank wants you to confirm this month's payment for ${subscription.title} before it is made.${usableUntil(about)}`,
    ],
    facts: [['Amount', priceOf(subscription)], ...cardOf(subscription)],
    action: { label: 'Confirm the payment', url: checkoutUrl(about, 'payment') },
  })
}

export function cancelledLetter(about: Paid & { now: Date }): Mail {
  const { subscription, paidUntil, now } = about
  return letter(about, `Your subscription ${subscription.title} is cancelled`, {
    paragraphs: [
      `Your subscription ${subscription.title} is cancelled. Nothing more will be charged.`,
      paidUntil > now
        ? `You can use your package until ${companyMomentInWords(paidUntil)}.`
        : `Your package ended on ${companyMomentInWords(paidUntil)}.`,
    ],
    action: { label: 'Open My Packages', url: packagesUrl(about) },
  })
}

export function resumedLetter(about: Paid): Mail {
  const { subscription } = about
  const { periodEndsAt } = subscription
  return letter(about, `Your subscription ${subscription.title} goes on`, {
    paragraphs: [
      `You have taken the cancellation of ${subscription.title} back: your subscription goes on.`,
      ...(periodEndsAt ? [`The next payment is on ${dateInWords(periodEndsAt)}.`] : []),
    ],
    facts: [['Each month', priceOf(subscription)], ...cardOf(subscription)],
    action: { label: 'Manage my subscription', url: packagesUrl(about) },
  })
}

export function endedUnpaidLetter(about: Paid): Mail {
  const { subscription, paidUntil } = about
  return letter(about, `Your subscription ${subscription.title} has ended`, {
    paragraphs: [
      `The monthly payment for ${subscription.title} could not be collected, so your subscription has ended. What you have paid for ran until ${dateInWords(paidUntil)}. Nothing more will be charged.`,
      'You are welcome to subscribe again at any time.',
    ],
    action: { label: 'Open My Packages', url: packagesUrl(about) },
  })
}

/** Where the provider does not know the subscription: what it would have charged, we cannot promise. */
export function lostLetter(about: Paid): Mail {
  const { subscription, paidUntil } = about
  return letter(about, `Your subscription ${subscription.title} has ended`, {
    paragraphs: [
      `Your subscription ${subscription.title} has ended. Our payment provider does not know it any more, so we expect no further charge, and look after it. Should your card be charged all the same, please write to us: you get it back.`,
      `What you have paid for is yours until ${dateInWords(paidUntil)}.`,
    ],
    action: { label: 'Open My Packages', url: packagesUrl(about) },
  })
}

type Words = Pick<Letter, 'paragraphs' | 'facts' | 'action' | 'notes'>

function letter(
  { subscription, member, company, isLive }: About,
  subject: string,
  { notes = [], ...words }: Words,
): Mail {
  return writeLetter({
    to: member.email,
    subject: `${testMark(subscription, isLive)}${subject}`,
    greeting: greeting(member.firstName),
    ...words,
    notes: [...(isTest(subscription, isLive) ? ['TEST: no money is charged.'] : []), ...notes],
    sender: senderOf(company),
  })
}

function priceOf({ price }: StoredSubscription): string {
  return `${formatMoney(price.total, price.currency)} incl. ${price.taxLabel}`
}

function cardOf({ card }: StoredSubscription): [string, string][] {
  return card ? [['Card', `${inCapital(card.brand)} ending in ${card.last4}`]] : []
}

function packagesUrl({ publicUrl }: About): string {
  return `${publicUrl}/portal/packages`
}

function checkoutUrl({ publicUrl, subscription }: About, page: 'card' | 'payment'): string {
  return `${publicUrl}/checkout/${page}?subscription=${subscription.id}`
}

/** The provider writes brands small: "visa". */
function inCapital(brand: string): string {
  return brand.slice(0, 1).toUpperCase() + brand.slice(1)
}
