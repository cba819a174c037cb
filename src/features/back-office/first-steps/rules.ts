import type { KeyKind } from '#features/payments/stripe/contract.ts'
import type { Step, StepName } from './contract.ts'

/** The first steps stop counting purchases at this number, because a larger number makes no difference. */
export const MANY_PURCHASES = 100

/** The current state that decides which steps are done. */
export type Facts = {
  /** Names of the company settings that block real sales because they are missing or placeholders. */
  saleBlockers: string[]
  /** False if the owner has added nothing to the Terms of Service. */
  hasExtraTerms: boolean
  isVatRegistered: boolean
  /** VAT rate of the UK market. 0 if the company is not VAT registered or sells at the zero rate. */
  taxRateBasisPoints: number
  /** Consultants on the public pages, and how many of them have availability. */
  consultants: number
  bookable: number
  /** Sessions on sale that are not offered by any consultant. */
  unstaffed: { packageTitle: string; title: string }[]
  /** True if SMTP is configured. Otherwise emails are saved as files. */
  isSmtpConfigured: boolean
  testEmailSentAt: Date | null
  /** Counted up to `MANY_PURCHASES`. */
  purchases: number
  keys: KeyKind
  /** Time of the last successful check of these keys. */
  keysCheckedAt: Date | null
  lastEventAt: Date | null
}

export function firstSteps(facts: Facts, formatMoment: (moment: Date) => string): Step[] {
  return Object.entries(steps).map(([name, step]) => ({ name: name as StepName, ...step(facts, formatMoment) }))
}

type StepStatus = Omit<Step, 'name'>

const completedStep = (sentence: string): StepStatus => ({ isDone: true, sentence })
const openStep = (sentence: string): StepStatus => ({ isDone: false, sentence })

const steps: Record<StepName, (facts: Facts, formatMoment: (moment: Date) => string) => StepStatus> = {
  company: ({ saleBlockers, hasExtraTerms }) => {
    const missing = saleBlockers.filter((name) => name !== 'vatNumber' && name !== 'exchangeRate')
    const advice = hasExtraTerms
      ? ''
      : ' In the extra text for your Terms of Service, say whether agents or universities pay you for referrals.'
    return missing.length === 0
      ? completedStep(`Your company details appear on every page and document, and in every email.${advice}`)
      : openStep(`Still to add: ${missing.map((name) => settingNames[name] ?? name).join(', ')}.${advice}`)
  },
  vat: ({ saleBlockers, isVatRegistered, taxRateBasisPoints }) => {
    if (saleBlockers.includes('vatNumber'))
      return openStep('Enter your VAT number, or say that the company isn’t VAT registered.')
    return completedStep(
      isVatRegistered
        ? `Your VAT number is set, and we add ${taxRateBasisPoints / 100}% VAT to prices in pounds.`
        : 'Your company isn’t VAT registered, so we don’t add VAT.',
    )
  },
  'dollar-prices': ({ saleBlockers }) =>
    saleBlockers.includes('exchangeRate')
      ? openStep('Add an exchange rate to sell in dollars: dollar invoices have to show their tax in pounds.')
      : completedStep('An exchange rate is set for dollar invoices.'),
  consultants: ({ consultants }) =>
    consultants === 0
      ? openStep(
          'No consultant has a published profile yet. Invite a consultant under Members, then publish their profile.',
        )
      : completedStep(`You have ${formatCount(consultants, 'consultant')} on the public pages.`),
  availability: ({ consultants, bookable }) => {
    if (bookable === 0) return openStep('No consultant has set their hours yet, so members can’t book sessions.')
    return bookable < consultants
      ? completedStep(`Members can book ${bookable} of your ${formatCount(consultants, 'consultant')}.`)
      : completedStep(
          consultants === 1 ? 'Members can book your consultant.' : 'Members can book all your consultants.',
        )
  },
  sessions: ({ unstaffed }) =>
    unstaffed.length === 0
      ? completedStep('Every session on sale has a consultant.')
      : openStep(
          `With live keys, you can’t sell these packages until a consultant offers their sessions: ${listByPackage(unstaffed)}. Consultants set their hours and sessions under Availability.`,
        ),
  email: ({ isSmtpConfigured, testEmailSentAt }, formatMoment) => {
    if (!isSmtpConfigured)
      return openStep(
        'Emails are saved as files instead of being sent. Set SMTP_URL and EMAIL_FROM, then restart the site.',
      )
    return testEmailSentAt
      ? completedStep(`Test email sent on ${formatMoment(testEmailSentAt)}. Check under Emails that it went out.`)
      : openStep('A mail server is set up. Send yourself a test email to check that it arrives.')
  },
  'test-purchase': ({ purchases, keys }) => {
    if (purchases >= MANY_PURCHASES) return completedStep(`${MANY_PURCHASES} or more purchases so far.`)
    if (purchases > 0) return completedStep(`${formatCount(purchases, 'purchase')} so far.`)
    return openStep(
      keys === 'live'
        ? 'No purchases yet. Buy a package, then refund yourself under Purchases.'
        : 'No purchases yet. Buy a package with the test card 4242 4242 4242 4242. You won’t be charged.',
    )
  },
  'payment-keys': ({ keys, keysCheckedAt, lastEventAt }, formatMoment) => {
    if (keys === 'sandbox')
      return openStep(
        'The site is in test mode, so no one is charged. Set the payment provider’s three keys (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET), then restart the site.',
      )
    if (keys === 'test')
      return openStep(
        keysCheckedAt
          ? `The test keys worked when checked on ${formatMoment(keysCheckedAt)}. Set live keys to take real payments.`
          : 'These are test keys, so no one is charged. Check that they work, then set live keys.',
      )
    if (!keysCheckedAt) return openStep('Live keys are set. Check that they work.')
    return completedStep(
      lastEventAt
        ? `The live keys worked when checked on ${formatMoment(keysCheckedAt)}. The payment provider last contacted the site on ${formatMoment(lastEventAt)}.`
        : `The live keys worked when checked on ${formatMoment(keysCheckedAt)}. The payment provider hasn’t contacted the site yet. Check that its webhook points to this site.`,
    )
  },
}

const settingNames: Record<string, string> = {
  brandName: 'brand name',
  legalName: 'registered company name',
  address: 'registered office',
  phone: 'phone number',
  email: 'email address',
  companyNumber: 'company number',
}

/** Lists sessions by package: "MY FUTURE WEEK (Initial consultation, Final call)". */
function listByPackage(sessions: Facts['unstaffed']): string {
  const packages = Object.groupBy(sessions, ({ packageTitle }) => packageTitle)
  return Object.entries(packages)
    .map(
      ([packageTitle, packageSessions = []]) =>
        `${packageTitle} (${packageSessions.map(({ title }) => title).join(', ')})`,
    )
    .join('; ')
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
