import type { KeyKind } from '#features/payments/stripe/contract.ts'
import type { Step, StepName } from './contract.ts'

/** The first steps stop counting purchases here, because a larger number makes no difference. */
export const MANY_PURCHASES = 100

/** The current state that decides which steps are done. */
export type Facts = {
  /** Names of company settings that are still missing or placeholders and block real sales. */
  saleBlockers: string[]
  /** Tax rate of the UK market in basis points. 0 if the company is not VAT registered. */
  taxRateBasisPoints: number
  /** Consultants on the public pages, and how many of them have availability. */
  consultants: number
  bookable: number
  /** Sessions on sale that no consultant offers. */
  unstaffed: { packageTitle: string; title: string }[]
  /** True if SMTP is configured. Otherwise emails are saved as files. */
  isMailSent: boolean
  testLetterAt: Date | null
  /** Counted up to `MANY_PURCHASES`. */
  purchases: number
  keys: KeyKind
  /** Last successful check of keys of this kind. */
  keysCheckedAt: Date | null
  lastEventAt: Date | null
}

export function firstSteps(facts: Facts, inWords: (moment: Date) => string): Step[] {
  return Object.entries(steps).map(([name, step]) => ({ name: name as StepName, ...step(facts, inWords) }))
}

type StepStatus = Omit<Step, 'name'>

const done = (sentence: string): StepStatus => ({ isDone: true, sentence })
const open = (sentence: string): StepStatus => ({ isDone: false, sentence })

const steps: Record<StepName, (facts: Facts, inWords: (moment: Date) => string) => StepStatus> = {
  company: ({ saleBlockers }) => {
    const missing = saleBlockers.filter((name) => name !== 'vatNumber' && name !== 'exchangeRate')
    return missing.length === 0
      ? done('The company’s own details stand on every page, paper and letter.')
      : open(`Still made up: ${missing.map((name) => settingNames[name] ?? name).join(', ')}.`)
  },
  vat: ({ saleBlockers, taxRateBasisPoints }) => {
    if (saleBlockers.includes('vatNumber'))
      return open('Enter your VAT number, or say that the company is not registered for VAT.')
    return done(
      taxRateBasisPoints > 0
        ? `The VAT number is there, and ${taxRateBasisPoints / 100}% is added to prices in pounds.`
        : 'No VAT is added: the company is not registered for it.',
    )
  },
  'dollar-prices': ({ saleBlockers }) =>
    saleBlockers.includes('exchangeRate')
      ? open('There is no rate of exchange for dollars: invoices in dollars have to say their tax in pounds.')
      : done('There is a rate of exchange for invoices in dollars.'),
  consultants: ({ consultants }) =>
    consultants === 0
      ? open('Nobody stands on the page of consultants. Invite somebody under Members, and publish their profile here.')
      : done(`On the public pages: ${counted(consultants, 'consultant')}.`),
  availability: ({ consultants, bookable }) => {
    if (bookable === 0) return open('No consultant has said when they work, so no session can be booked.')
    return bookable < consultants
      ? done(`Can be booked: ${bookable} of ${counted(consultants, 'consultant')}.`)
      : done(consultants === 1 ? 'Members can book the consultant.' : 'Members can book every consultant.')
  },
  sessions: ({ unstaffed }) =>
    unstaffed.length === 0
      ? done('Every session on sale has a consultant who holds it.')
      : open(
          `Not for sale with live keys until a consultant holds their sessions: ${byPackage(unstaffed)}. A consultant with hours holds those they chose under Availability.`,
        ),
  email: ({ isMailSent, testLetterAt }, inWords) => {
    if (!isMailSent)
      return open(
        'Letters are kept as files, and sent to nobody. Set SMTP_URL and EMAIL_FROM, and start the site again.',
      )
    return testLetterAt
      ? done(`A test letter was sent on ${inWords(testLetterAt)}. Whether it left stands under Mails.`)
      : open('A mail server is set. Send a test letter to yourself to see whether it arrives.')
  },
  'test-purchase': ({ purchases, keys }) => {
    if (purchases >= MANY_PURCHASES) return done(`${MANY_PURCHASES} purchases or more were made here already.`)
    if (purchases > 0) return done(`Something was bought here already: ${counted(purchases, 'purchase')}.`)
    return open(
      keys === 'live'
        ? 'Nothing was bought here yet. Buy a package, and give the money back to yourself under Purchases.'
        : 'Nothing was bought here yet. Buy a package with the test card 4242 4242 4242 4242: nobody is charged.',
    )
  },
  'payment-keys': ({ keys, keysCheckedAt, lastEventAt }, inWords) => {
    if (keys === 'sandbox')
      return open(
        'The site is in test mode: nobody is charged. Set the three keys of the payment provider (STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET), and start it again.',
      )
    if (keys === 'test')
      return open(
        keysCheckedAt
          ? `The test keys work: checked on ${inWords(keysCheckedAt)}. Live keys take real money.`
          : 'These are test keys: nobody is charged. Check that they work, and set live keys after that.',
      )
    if (!keysCheckedAt) return open('Live keys are set. Check that they work.')
    return done(
      lastEventAt
        ? `The live keys work: checked on ${inWords(keysCheckedAt)}. The provider last told us something on ${inWords(lastEventAt)}.`
        : `The live keys work: checked on ${inWords(keysCheckedAt)}. The provider has not told us anything yet: see that its webhook leads to this site.`,
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
function byPackage(sessions: Facts['unstaffed']): string {
  const packages = Object.groupBy(sessions, ({ packageTitle }) => packageTitle)
  return Object.entries(packages)
    .map(([packageTitle, held = []]) => `${packageTitle} (${held.map(({ title }) => title).join(', ')})`)
    .join('; ')
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
