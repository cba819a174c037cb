import { DUE_DAYS, type Figure, MONTHS } from '../contract/figure.ts'

type Definition = {
  title: string
  /** What is counted, as somebody says it who did not build it. */
  meaning: string
  /** Where nothing is in the list. */
  none: string
}

/** What each figure of the overview means. It is the number, the sum or the median of the list that it opens. */
export const definitions = {
  revenue: {
    title: 'Revenue',
    meaning:
      'What was paid by card or PayPal in the month, with VAT, less what went back in it by refunds and disputes, whenever that had been paid. Each currency by itself. Payments that were only tried out are left out.',
    none: 'No money came in or went back.',
  },
  'subscriptions-new': {
    title: 'New subscriptions',
    meaning: 'Subscriptions whose first month was paid in this month.',
    none: 'No subscription began.',
  },
  'subscriptions-renewed': {
    title: 'Renewed subscriptions',
    meaning: 'Further months of subscriptions that were paid in this month: each month that was paid counts once.',
    none: 'No subscription was renewed.',
  },
  'subscriptions-lost': {
    title: 'Lost subscriptions',
    meaning:
      'Subscriptions that ended in this month, whether they were cancelled or not paid any more. One that is cancelled counts when its last paid month is over.',
    none: 'No subscription ended.',
  },
  'sessions-held': {
    title: 'Sessions held',
    meaning: 'Sessions that began in the month and that the consultant has marked as held.',
    none: 'No session was held.',
  },
  'sessions-moved': {
    title: 'Sessions moved',
    meaning:
      'Sessions that were moved to another time in this month, whenever they take place. One that was moved more than once counts in the month of the last time.',
    none: 'No session was moved.',
  },
  'sessions-missed': {
    title: 'Sessions missed',
    meaning: 'Sessions that began in the month and that the consultant has marked as missed by the member.',
    none: 'No session was missed.',
  },
  'packages-active': {
    title: 'Active packages',
    meaning:
      'Packages that a member can use now, bought or given away. The months of one subscription are one package. Those that were cancelled, given back or disputed are left out.',
    none: 'Nobody has an active package.',
  },
  'first-sessions': {
    title: 'Days until the first session',
    meaning: `Of the packages that were bought in the last ${MONTHS} months and whose first session was held: half of them waited fewer days from paying until that session began, half of them more.`,
    none: 'No first session was held yet.',
  },
  'deliverables-due': {
    title: 'Deliverables due',
    meaning: `What was promised for today or the next ${DUE_DAYS - 1} days and is not delivered yet, of packages that have begun and were not given back.`,
    none: 'Nothing is due.',
  },
  'deliverables-late': {
    title: 'Deliverables late',
    meaning:
      'What was promised for a day that is over and is not delivered yet, of packages that have begun and were not given back.',
    none: 'Nothing is late.',
  },
  'messages-waiting': {
    title: 'Messages waiting',
    meaning:
      'Conversations with members who wait for an answer, and messages and complaints from the site that are new or in progress in the inbox. Spam is left out.',
    none: 'Nobody waits for an answer.',
  },
} satisfies Record<Figure, Definition>

/** "2.5 days"; of none a dash. */
export function daysInWords(days: number | null): string {
  if (days === null) return '–'
  const rounded = Math.round(days * 10) / 10
  return `${rounded} ${rounded === 1 ? 'day' : 'days'}`
}
