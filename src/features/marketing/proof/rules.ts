import type { Package, PackageLine } from '#features/catalogue/contract.ts'
import { describeLine, type LineTiming, lineTiming } from '#features/catalogue/rules/line-timing.ts'

/** Something a package brings, and when: counted from the day the package starts. */
export type Moment = { when: string; items: string[] }

/** What holds for every call. The terms say the same. */
export const CALLS_RULE =
  'Calls must start before the package ends. If we have no time free before then, we’ll extend it so that you can have the call.'

/** Lists what a package brings, in the order in which it comes. */
export function listMoments(offer: Package): Moment[] {
  const { lines, billing } = offer
  const moments: [string, PackageLine[]][] = Object.values(momentNames(offer)).map((when) => [
    when,
    lines.filter((line) => describeMoment(offer, line) === when),
  ])
  if (billing === 'monthly')
    moments.push(['Every month after that', lines.filter(({ grantedPer }) => grantedPer === 'period')])
  return moments
    .filter(([, included]) => included.length > 0)
    .map(([when, included]) => ({ when, items: included.map(describeLine) }))
}

/** Says when a line of the package comes. */
export function describeMoment(offer: Package, line: PackageLine): string {
  return momentNames(offer)[lineTiming(offer.lines, line)]
}

/** In the order in which the lines come. */
function momentNames({ billing, duration }: Package): Record<LineTiming, string> {
  const end = billing === 'monthly' ? 'the first month' : duration
  return {
    'from-the-start': 'From the first day',
    'the-whole-time': 'The whole time',
    'by-the-end': `Within ${end}`,
    'after-the-first-call': `After your first call, within ${end}`,
  }
}

/** A kind of call, with its questions. Calls of other kinds are not described, because we don't know their course. */
type CallText = { asks: string; works: string; agrees: string; after: string }

export type Call = {
  id: string
  title: string
  minutes: number
  /** The packages that include it, in the catalogue's order. */
  packageTitles: string[]
  parts: { minutes: string; text: string }[]
  after: string
}

/** Describes each kind of call in the packages, minute by minute, in the order of the packages. */
export function listCalls(packages: Package[]): Call[] {
  const calls = new Map<string, Call>()
  for (const offer of packages)
    for (const { key, kind, title, minutes } of offer.lines) {
      const text = callTexts[`${offer.serviceType}/${key}`]
      if (kind !== 'session' || !text || minutes === null || minutes < MIN_MINUTES) continue
      const id = `${offer.serviceType}/${key}/${minutes}`
      const call = calls.get(id)
      if (call) call.packageTitles.push(offer.title)
      else calls.set(id, { ...describeCall(text, minutes), id, title, packageTitles: [offer.title] })
    }
  return [...calls.values()]
}

/** A shorter call has no parts to tell apart. */
const MIN_MINUTES = 6

/** A call opens and ends with a short part; most of it lies between. */
function describeCall({ asks, works, agrees, after }: CallText, minutes: number) {
  const short = Math.max(2, Math.round(minutes / 6))
  const parts = [
    { minutes: `Minutes 1 to ${short}`, text: asks },
    { minutes: `Minutes ${short + 1} to ${minutes - short}`, text: works },
    { minutes: `Minutes ${minutes - short + 1} to ${minutes}`, text: agrees },
  ]
  return { minutes, parts, after }
}

const firstCall: CallText = {
  asks: 'Where are you now, and what made you get in touch? There are no wrong answers.',
  works:
    'What have you tried, what did you like about it, and what can’t change? Your consultant asks; you do most of the talking.',
  agrees: 'You agree what matters most, and what to send us: your CV, certificates, half-finished ideas.',
  after: 'Your consultant writes what your package includes, from what you said and what you sent.',
}

/** By service and key of the package line. */
const callTexts: Readonly<Record<string, CallText>> = {
  'MY_FUTURE/initial-consultation': firstCall,
  'MY_FUTURE/final-call': {
    asks: 'What struck you in your roadmap and report? What did we get wrong?',
    works: 'You go through the three pathways together: what speaks for each, what against it, and what it takes.',
    agrees: 'You choose your first move, and when you’ll make it.',
    after: 'Your roadmap and report stay in your portal, so you can come back to them.',
  },
  'MY_FUTURE/consultation': {
    asks: 'What’s happened since last time, and what do you want to get out of today?',
    works: 'Whatever you bring: an application, an interview, a decision you keep putting off.',
    agrees: 'You agree your next step.',
    after: 'Book the next call when you need one.',
  },
  'STUDY_WORLD/consultation': {
    asks: 'What do you want to study, and what do you hope to do afterwards?',
    works: 'Your grades, your languages, your budget and your dates: which of them are fixed, and which could move?',
    agrees: 'You agree what matters most, and which documents to send us.',
    after: 'Your consultant writes your strategy report from what you said and what you sent.',
  },
  'STUDY_WORLD/final-call': {
    asks: 'Which of your matches appeals to you most, and what worries you about it?',
    works: 'You weigh up the destinations, courses and universities: requirements, deadlines and costs.',
    agrees: 'You decide what to do first.',
    after: 'Your matches and your report stay in your portal, so you can come back to them.',
  },
  'STUDY_WORLD/interview-preparation': {
    asks: 'What’s the interview for, and what do you already know about it?',
    works: 'You practise: questions you’re likely to get, your answers, and how to make them clearer.',
    agrees: 'You agree what to work on before the day.',
    after: 'What you’ve practised is yours. The university or the authority decides, not us.',
  },
  'BIZ_FUTURE/strategy-meeting': {
    asks: 'Who are your customers, and what should more of them know about you?',
    works: 'What each platform is for, what your posts and reels will say, and what the campaign should bring.',
    agrees: 'You agree the plan for the month, and what we need from you.',
    after: 'We make and publish your posts and reels, and report on them at the end of the month.',
  },
}
