import { expect, test } from 'vitest'
import { packageSeeds } from './packages.ts'
import { formatDuration } from './rules.ts'

/** Quoted exactly from SPEC §9. */
const specified = [
  ['my-future-basic', 'MY FUTURE WEEK', 'MY_FUTURE', 99, '1 week'],
  ['my-future-pro', 'MY FUTURE X', 'MY_FUTURE', 29, '1 month subscription'],
  ['study-world-basic', 'STUDY WORLD', 'STUDY_WORLD', 99, '2 weeks'],
  ['study-world-pro', 'STUDY WORLD PRO', 'STUDY_WORLD', 199, '1 month'],
  ['biz-future-basic', 'BIZ FUTURE', 'BIZ_FUTURE', 99, '1 month'],
  ['biz-future-pro', 'BIZ FUTURE PRO', 'BIZ_FUTURE', 199, '1 month'],
]

/** PRODUCT D10: each line as count, key, session minutes and, if not once per purchase, how often it is granted. */
const promised: Record<string, string[]> = {
  'my-future-basic': [
    '1 x initial-consultation 10 min',
    '1 x final-call 20 min',
    '1 x roadmap',
    '1 x future-profile-report',
    '1 x resume-review',
    '1 x linkedin-review',
  ],
  'my-future-pro': [
    '1 x initial-consultation 10 min per subscription',
    '1 x final-call 20 min per subscription',
    'unlimited x consultation 20 min per period',
    '1 x roadmap per subscription',
    '1 x future-profile-report per subscription',
    '1 x resume-review per subscription',
    '1 x linkedin-review per subscription',
    '1 x profile-update per period',
    '1 x portfolio-support per period',
    '1 x priority-resources per period',
  ],
  'study-world-basic': [
    '1 x consultation 10 min',
    '1 x final-call 20 min',
    '1 x matching',
    '1 x strategy-report',
    '1 x referral',
  ],
  'study-world-pro': [
    '1 x consultation 30 min',
    '1 x interview-preparation 30 min',
    '1 x strategy-report',
    '1 x application-support',
    '1 x visa-preparation',
    '1 x agent-referrals',
    '1 x pre-departure-guidance',
  ],
  'biz-future-basic': ['3 x platforms', '8 x posts', '4 x reels', '1 x monthly-report per period', '1 x strategy'],
  'biz-future-pro': [
    '1 x strategy-meeting 30 min per period',
    '3 x platforms',
    '10 x posts',
    '6 x reels',
    '1 x video-ad',
    '1 x campaign-management',
    '1 x monthly-report per period',
  ],
}

test('the six packages match the specification and are in the same order', () => {
  const seeds = packageSeeds.map(({ id, title, serviceType, netPrice, span, billing }) => [
    id,
    title,
    serviceType,
    netPrice / 100,
    formatDuration(span, billing),
  ])
  expect(seeds).toEqual(specified)
})

test.each(packageSeeds.map((seed) => [seed.id, seed] as const))(
  '%s has the lines that PRODUCT D10 specifies',
  (id, { lines }) => {
    const descriptions = lines.map((line) => {
      const minutes = line.kind === 'session' ? ` ${line.minutes} min` : ''
      const frequency = line.grantedPer === 'purchase' ? '' : ` per ${line.grantedPer}`
      return `${line.quantity ?? 'unlimited'} x ${line.key}${minutes}${frequency}`
    })
    expect(descriptions).toEqual(promised[id])
  },
)

test.each(packageSeeds.map((seed) => [seed.id, seed.lines] as const))(
  'the weights of %s add up to the whole price',
  (_, lines) => {
    expect(lines.reduce((sum, { weight }) => sum + weight, 0)).toBe(10_000)
    expect(lines.every(({ weight }) => weight > 0)).toBe(true)
    expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length)
  },
)

test('only the subscription renews, and only it has lines granted once per subscription', () => {
  for (const { id, billing, lines } of packageSeeds) {
    expect(billing === 'monthly').toBe(id === 'my-future-pro')
    if (billing === 'once') expect(lines.some(({ grantedPer }) => grantedPer === 'subscription')).toBe(false)
  }
})
