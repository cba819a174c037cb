import type { KeyKind } from '#features/payments/contract/key-check.ts'
import type { Step, StepName } from '../contract/first-steps.ts'

/** Beyond these it does not matter how many there are. */
export const MANY_PURCHASES = 100

/** How things stand, as the steps need it. */
export type Facts = {
  /** What papers could not say yet, by the names of the company's settings. */
  saleObstacles: string[]
  /** "VAT (20%)" or that nothing is added, as the market in pounds has it. */
  taxRateBasisPoints: number
  /** Whom members can see on the public pages, and how many of these can be booked. */
  consultants: number
  bookable: number
  /** With a mail server; otherwise letters are kept as files. */
  isMailSent: boolean
  testLetterAt: Date | null
  /** `MANY_PURCHASES` of that many or more. */
  purchases: number
  keys: KeyKind
  /** When the keys of this kind were checked last, and found to work. */
  keysCheckedAt: Date | null
  lastEventAt: Date | null
}

export function firstSteps(facts: Facts, inWords: (moment: Date) => string): Step[] {
  return Object.entries(steps).map(([name, step]) => ({ name: name as StepName, ...step(facts, inWords) }))
}

type Standing = Omit<Step, 'name'>

const done = (sentence: string): Standing => ({ isDone: true, sentence })
const open = (sentence: string): Standing => ({ isDone: false, sentence })

const steps: Record<StepName, (facts: Facts, inWords: (moment: Date) => string) => Standing> = {
  company: ({ saleObstacles }) => {
    const missing = saleObstacles.filter((name) => name !== 'vatNumber' && name !== 'exchangeRate')
    return missing.length === 0
      ? done('The company’s own details stand on every page, paper and letter.')
      : open(`Still made up: ${missing.map((name) => settingNames[name] ?? name).join(', ')}.`)
  },
  vat: ({ saleObstacles, taxRateBasisPoints }) => {
    if (saleObstacles.includes('vatNumber'))
      return open('Enter your VAT number, or say that the company is not registered for VAT.')
    return done(
      taxRateBasisPoints > 0
        ? `The VAT number is there, and ${taxRateBasisPoints / 100}% is added to prices in pounds.`
        : 'No VAT is added: the company is not registered for it.',
    )
  },
  'dollar-prices': ({ saleObstacles }) =>
    saleObstacles.includes('exchangeRate')
      ? open('There is no rate of exchange for dollars: invoices in dollars have to say their tax in pounds.')
      : done('There is a rate of exchange for invoices in dollars.'),
  consultants: ({ consultants }) =>
    consultants === 0
      ? open('Nobody stands on the page of consultants. Invite somebody under Members, and publish their profile here.')
      : done(`On the public pages: ${counted(consultants, 'consultant')}.`),
  hours: ({ consultants, bookable }) => {
    if (bookable === 0) return open('No consultant has said when they work, so no session can be booked.')
    return bookable < consultants
      ? done(`Can be booked: ${bookable} of ${counted(consultants, 'consultant')}.`)
      : done(consultants === 1 ? 'Members can book the consultant.' : 'Members can book every consultant.')
  },
  mail: ({ isMailSent, testLetterAt }, inWords) => {
    if (!isMailSent)
      return open(
        'Letters are kept as files, and sent to nobody. Set SMTP_URL and MAIL_FROM, and start the site again.',
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

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
