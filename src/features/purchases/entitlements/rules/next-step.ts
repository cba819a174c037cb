import { describeLine, isCall, type LineTiming, lineTiming } from '#features/catalogue/rules/line-timing.ts'
import type { OwnedLine, OwnedPackage } from '../contract.ts'

/** What the receipt and the confirmation email tell a member to do first. Both say it in the same words. */
export type NextStep = {
  kind: 'book' | 'wait' | 'introduce' | 'open'
  title: string
  text: string
  link: { label: string; path: string }
}

type Owned = Pick<OwnedPackage, 'id' | 'serviceType' | 'state' | 'isUsable' | 'notice'> & { lines: OwnedLine[] }

/** Chooses the one next step from what was bought. @param startsOn the day on which the package starts, in words */
export function decideNextStep(owned: Owned, startsOn: string): NextStep {
  const { id, state, isUsable, notice, lines } = owned
  const packageLink = linkToPackage(id)
  const call = lines.find(isCall)
  if (state === 'scheduled') {
    const first = call ? `From that day you can book “${call.title}”.` : 'We’ll start work that day.'
    const text = `${first} You’ll find a notification in your portal when your package starts.`
    return { kind: 'wait', title: `Nothing to do until ${startsOn}`, text, link: packageLink }
  }
  const bookable = isUsable ? lines.find((line) => isCall(line) && line.left !== 0) : undefined
  if (bookable) {
    const text = `Your package starts with “${bookable.title}” (${bookable.minutes} minutes). Choose a time that suits you.`
    const path = `/portal/bookings/new?entitlement=${id}`
    return { kind: 'book', title: firstSession, text, link: { label: firstSession, path } }
  }
  if (isUsable && !call)
    return { kind: 'introduce', ...introductions[owned.serviceType === 'BIZ_FUTURE' ? 'business' : 'person'] }
  const text =
    state === 'cancelled'
      ? 'This package is cancelled. Its history and invoice stay in your portal.'
      : (notice ?? 'You’ll find everything in it, and what’s left of it, in your portal.')
  return { kind: 'open', title: 'See your package', text, link: packageLink }
}

/** The step if no session can be booked now. */
export function stepWithoutSession({ id, notice }: Pick<Owned, 'id' | 'notice'>): NextStep {
  const text =
    notice ?? 'There’s no session to book now. You’ll find everything in your package, and what’s left of it.'
  return { kind: 'open', title: 'See your package', text, link: linkToPackage(id) }
}

const linkToPackage = (id: string) => ({ label: 'Go to your package', path: `/portal/packages/${id}` })

const firstSession = 'Book your first session'

/** What we need first if a package has no session in which to ask. */
const introductions = {
  business: {
    title: 'Tell us about your business',
    text: 'Your package has no calls, so we start from what you write: what you sell, who your customers are, and the addresses of your website and social accounts.',
    link: { label: 'Message us', path: '/portal/messages' },
  },
  person: {
    title: 'Tell us about yourself',
    text: 'Your package has no calls, so we start from what you write: where you are now, and what you’d like to achieve.',
    link: { label: 'Message us', path: '/portal/messages' },
  },
} satisfies Record<string, Omit<NextStep, 'kind'>>

/** What a package brings at or by a moment. */
export type Milestone = { when: 'from' | 'until' | 'by' | 'on'; at: string; items: string[] }

type Span = { startsAt: string; endsAt: string; renews: boolean }

/** Lists what will arrive, with the dates of the package: nothing else is promised for a day. */
export function listMilestones(owned: OwnedLine[], { startsAt, endsAt, renews }: Span): Milestone[] {
  const lines = owned.map((line) => ({ ...line, quantity: line.granted }))
  const itemsOf = (timing: LineTiming) =>
    lines.filter((line) => lineTiming(lines, line) === timing).map((line) => describeLine(line))
  const laterCalls = itemsOf('after-the-first-call').map((item) => `${item} (after your first call)`)
  const milestones: Milestone[] = [
    { when: 'from', at: startsAt, items: itemsOf('from-the-start') },
    { when: 'until', at: endsAt, items: itemsOf('the-whole-time') },
    { when: 'by', at: endsAt, items: [...itemsOf('by-the-end'), ...laterCalls] },
    {
      when: 'on',
      at: endsAt,
      items: [renews ? 'Your subscription renews, unless you cancel it' : 'Your package ends'],
    },
  ]
  return milestones.filter(({ items }) => items.length > 0)
}

/** "From 2 March 2026". @param day the moment's day in London, in words */
export function describeWhen({ when }: Pick<Milestone, 'when'>, day: string): string {
  return `${when.charAt(0).toUpperCase()}${when.slice(1)} ${day}`
}
