import type { KeyKind } from '#features/payments/stripe/contract.ts'
import type { Step, StepName } from './contract.ts'

/** The first steps stop counting purchases here, because a larger number makes no difference. */
export const MANY_PURCHASES = 100

/** The current state that decides which steps are done. */
export type Facts = {
  /** Names of company settings that are still missing or placeholders and block real sales. */
  saleBlockers: string[]
  /** Of the UK market. 0 if the company is not VAT registered. */
  taxRateBasisPoints: number
  /** Consultants on the public pages, and how many of them have availability. */
  consultants: number
  bookable: number
  /** Sessions on sale that no consultant offers. */
  unstaffed: { packageTitle: string; title: string }[]
  /** True if SMTP is configured. Otherwise emails are saved as files. */
  isSmtpConfigured: boolean
  testEmailSentAt: Date | null
  /** Counted up to `MANY_PURCHASES`. */
  purchases: number
  keys: KeyKind
  /** Last successful check of keys of this kind. */
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
  company: ({ saleBlockers }) => {
    const missing = saleBlockers.filter((name) => name !== 'vatNumber' && name !== 'exchangeRate')
    return missing.length === 0
      ? completedStep('The company’s own details stand on every page, paper and letter.')
      : openStep(`Still made up: ${missing.map((name) => settingNames[name] ?? name).join(', ')}.`)
  },
  vat: ({ saleBlockers, taxRateBasisPoints }) => {
    if (saleBlockers.includes('vatNumber'))
      return openStep('Enter your VAT number, or say that the company is not registered for VAT.')
    return completedStep(
      taxRateBasisPoints > 0
        ? `The VAT number is there, and ${taxRateBasisPoints / 100}% is added to prices in pounds.`
        : 'No VAT is added: the company is not registered for it.',
    )
  },
  'dollar-prices': ({ saleBlockers }) =>
    saleBlockers.includes('exchangeRate')
      ? openStep('There is no rate of exchange for dollars: invoices in dollars have to say their tax in pounds.')
      : completedStep('There is a rate of exchange for invoices in dollars.'),
  consultants: ({ consultants }) =>
    consultants === 0
      ? openStep(
          'Nobody stands on the page of consultants. Invite somebody under Members, and publish their profile here.',
        )
      : completedStep(`On the public pages: ${formatCount(consultants, 'consultant')}.`),
  availability: ({ consultants, bookable }) => {
    if (bookable === 0) return openStep('No consultant has said when they work, so no session can be booked.')
    return bookable < consultants
      ? completedStep(`Can be booked: ${bookable} of ${formatCount(consultants, 'consultant')}.`)
      : completedStep(consultants === 1 ? 'Members can book the consultant.' : 'Members can book every consultant.')
  },
  sessions: ({ unstaffed }) =>
    unstaffed.length === 0
      ? completedStep('Every session on sale has a consultant who holds it.')
      : openStep(
          `Not for sale with live keys until a consultant holds their sessions: ${listByPackage(unstaffed)}. A consultant with hours holds those they chose under Availability.`,
        ),
  email: ({ isSmtpConfigured, testEmailSentAt }, formatMoment) => {
    if (!isSmtpConfigured)
      return openStep(
        'Letters are kept as files, and sent to nobody. Set SMTP_URL and EMAIL_FROM, and start the site again.',
      )
    return testEmailSentAt
      ? completedStep(`A test letter was sent on ${formatMoment(testEmailSentAt)}. Whether it left stands under Mails.`)
      : openStep('A mail server is set. Send a test letter to yourself to see whether it arrives.')
  },
  'test-purchase': ({ purchases, keys }) => {
    if (purchases >= MANY_PURCHASES) return completedStep(`${MANY_PURCHASES} purchases or more were made here already.`)
    if (purchases > 0) return completedStep(`Something was bought here already: ${formatCount(purchases, 'purchase')}.`)
    return openStep(
      keys === 'live'
        ? 'Nothing was bought here yet. Buy a package, and give the money back to yourself under Purchases.'
        : 'Nothing was bought here yet. Buy a package with the test card 4242 4242 4242 4242: nobody is charged.',
    )
  },
  'payment-keys': ({ keys, keysCheckedAt, lastEventAt }, formatMoment) => {
    if (keys === 'sandbox')
      return openStep(
        'The site is in test mode: nobody is charged. Set the three keys of the payment provider (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET), and start it again.',
      )
    if (keys === 'test')
      return openStep(
        keysCheckedAt
          ? `The test keys work: checked on ${formatMoment(keysCheckedAt)}. Live keys take real money.`
          : 'These are test keys: nobody is charged. Check that they work, and set live keys after that.',
      )
    if (!keysCheckedAt) return openStep('Live keys are set. Check that they work.')
    return completedStep(
      lastEventAt
        ? `The live keys work: checked on ${formatMoment(keysCheckedAt)}. The provider last told us something on ${formatMoment(lastEventAt)}.`
        : `The live keys work: checked on ${formatMoment(keysCheckedAt)}. The provider has not told us anything yet: see that its webhook leads to this site.`,
    )
  },
}

const settingNames: Record<string, string> = {
  brandName: 'the brand name',
  legalName: 'the name in law',
  address: 'the address',
  phone: 'the telephone number',
  email: 'the e-mail address',
  companyNumber: 'the company number',
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
