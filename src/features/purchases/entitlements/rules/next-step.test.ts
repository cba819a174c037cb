import { expect, test } from 'vitest'
import { seededPackage } from '#tests/support/web/packages.ts'
import type { OwnedLine } from '../contract.ts'
import { decideNextStep, describeWhen, listMilestones } from './next-step.ts'

const week = linesOf('my-future-basic')
const posts = linesOf('biz-future-basic')
const id = '0196b3a0-0000-4000-8000-000000000001'
const packagePath = `/portal/packages/${id}`

type Owned = Parameters<typeof decideNextStep>[0]

test.each<[string, Partial<Owned>, string, string, string]>([
  [
    'with a session',
    {},
    'Book your first session',
    'Your package starts with “Initial consultation” (10 minutes). Choose a time that suits you.',
    `/portal/bookings/new?entitlement=${id}`,
  ],
  [
    'whose first session is used',
    { lines: week.map((line) => (line.key === 'initial-consultation' ? { ...line, left: 0 } : line)) },
    'Book your first session',
    'Your package starts with “Final call” (20 minutes). Choose a time that suits you.',
    `/portal/bookings/new?entitlement=${id}`,
  ],
  [
    'with unlimited sessions only',
    { lines: week.slice(0, 1).map((line) => ({ ...line, granted: null, left: null })) },
    'Book your first session',
    'Your package starts with “Initial consultation” (10 minutes). Choose a time that suits you.',
    `/portal/bookings/new?entitlement=${id}`,
  ],
  [
    'that starts later',
    { state: 'scheduled', isUsable: false, notice: 'Not yet.' },
    'Nothing to do until 17 June 2026',
    'From that day you can book “Initial consultation”. You’ll find a notification in your portal when your package starts.',
    packagePath,
  ],
  [
    'without sessions that starts later',
    { state: 'scheduled', isUsable: false, lines: posts, serviceType: 'BIZ_FUTURE' },
    'Nothing to do until 17 June 2026',
    'We’ll start work that day. You’ll find a notification in your portal when your package starts.',
    packagePath,
  ],
  [
    'for a business without sessions',
    { lines: posts, serviceType: 'BIZ_FUTURE' },
    'Tell us about your business',
    'Your package has no calls, so we start from what you write: what you sell, who your customers are, and the addresses of your website and social accounts.',
    '/portal/messages',
  ],
  [
    'for a person without sessions',
    { lines: posts },
    'Tell us about yourself',
    'Your package has no calls, so we start from what you write: where you are now, and what you’d like to achieve.',
    '/portal/messages',
  ],
  [
    'whose sessions are all used',
    { lines: week.map((line) => ({ ...line, left: 0 })) },
    'See your package',
    'You’ll find everything in it, and what’s left of it, in your portal.',
    packagePath,
  ],
  [
    'that was refunded',
    { state: 'cancelled', isUsable: false },
    'See your package',
    'This package is cancelled. Its history and invoice stay in your portal.',
    packagePath,
  ],
  [
    'on hold',
    { state: 'suspended', isUsable: false, notice: 'Your bank is reviewing it.' },
    'See your package',
    'Your bank is reviewing it.',
    packagePath,
  ],
])('the next step in a package %s', (_, changes, title, text, path) => {
  const owned: Owned = {
    id,
    serviceType: 'MY_FUTURE',
    state: 'active',
    isUsable: true,
    notice: null,
    lines: week,
    ...changes,
  }
  const step = decideNextStep(owned, '17 June 2026')
  expect([step.title, step.text, step.link.path]).toEqual([title, text, path])
})

const span = { startsAt: '2026-03-02T10:00:00.000Z', endsAt: '2026-03-09T10:00:00.000Z', renews: false }

test('a package brings its first call from its start, and the rest by the day it ends', () => {
  expect(listMilestones(week, span)).toEqual([
    { when: 'from', at: span.startsAt, items: ['Initial consultation, 10 minutes'] },
    {
      when: 'by',
      at: span.endsAt,
      items: [
        'Roadmap with 3 pathways',
        'Future Profile report (10 pages)',
        'CV review',
        'LinkedIn review',
        'Final call, 20 minutes (after your first call)',
      ],
    },
    { when: 'on', at: span.endsAt, items: ['Your package ends'] },
  ])
})

test('a subscription lasts until it renews, and brings some things the whole time', () => {
  const milestones = listMilestones(linesOf('my-future-pro'), { ...span, renews: true })
  expect(milestones[1]).toMatchObject({ when: 'until', at: span.endsAt })
  expect(milestones[1]?.items).toContain('Consultation, 20 minutes, as often as you need')
  expect(milestones.at(-1)?.items).toEqual(['Your subscription renews, unless you cancel it'])
})

test('a package without calls begins with what we make, of which several are counted', () => {
  const [first] = listMilestones(posts, span)
  expect(first).toMatchObject({ when: 'by' })
  expect(first?.items).toContain('8 posts')
  expect(describeWhen({ when: 'by' }, '9 March 2026')).toBe('By 9 March 2026')
})

function linesOf(packageId: string): OwnedLine[] {
  return seededPackage(packageId).lines.map((line) => ({ ...line, granted: line.quantity, left: line.quantity }))
}
