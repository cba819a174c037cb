import { type MinorUnits, minorUnits } from '#platform/shared/money.ts'
import type { PackageLine, ServiceType } from './contract.ts'
import type { Span } from './rules.ts'

/** The six packages in SPEC §9 and PRODUCT D10. They seed the catalogue tables, and each has a picture. */
export type PackageSeed = {
  id: string
  title: string
  description: string
  serviceType: ServiceType
  netPrice: MinorUnits
  billing: 'once' | 'monthly'
  /** Duration of a purchase. A month is a calendar month: 31 January + 1 month is the last day of February. */
  span: Span
  features: string[]
  image: string
  lines: PackageLine[]
}

const session = (
  key: string,
  title: string,
  minutes: number,
  weight: number,
  { quantity = 1, grantedPer = 'purchase' }: { quantity?: number | null; grantedPer?: PackageLine['grantedPer'] } = {},
): PackageLine => ({ kind: 'session', key, title, minutes, unit: null, quantity, grantedPer, weight })

const deliverable = (
  key: string,
  title: string,
  unit: string,
  weight: number,
  { quantity = 1, grantedPer = 'purchase' }: { quantity?: number; grantedPer?: PackageLine['grantedPer'] } = {},
): PackageLine => ({ kind: 'deliverable', key, title, minutes: null, unit, quantity, grantedPer, weight })

const onceEver = { grantedPer: 'subscription' } as const
const eachPeriod = { grantedPer: 'period' } as const

export const packageSeeds: PackageSeed[] = [
  {
    id: 'my-future-basic',
    title: 'MY FUTURE WEEK',
    description: 'One focused week, from “I’m not sure” to a written plan with three ways forward.',
    serviceType: 'MY_FUTURE',
    netPrice: minorUnits(9_900),
    billing: 'once',
    span: { weeks: 1, months: 0 },
    features: [
      '10-minute initial consultation',
      'Roadmap with 3 pathways',
      '10-page Future Profile report',
      '20-minute final call',
      'Resume and LinkedIn review',
    ],
    image: '/images/my-future.svg',
    lines: [
      session('initial-consultation', 'Initial consultation', 10, 1_500),
      session('final-call', 'Final call', 20, 2_000),
      deliverable('roadmap', 'Roadmap with 3 pathways', 'roadmap', 2_000),
      deliverable('future-profile-report', 'Future Profile report (10 pages)', 'report', 3_000),
      deliverable('resume-review', 'CV review', 'review', 750),
      deliverable('linkedin-review', 'LinkedIn review', 'review', 750),
    ],
  },
  {
    id: 'my-future-pro',
    title: 'MY FUTURE X',
    description: 'A consultant at your side, month by month, for as long as you want one.',
    serviceType: 'MY_FUTURE',
    netPrice: minorUnits(2_900),
    billing: 'monthly',
    span: { weeks: 0, months: 1 },
    features: [
      'All MY FUTURE WEEK services',
      'Unlimited consultation requests',
      'Monthly profile updates',
      'Resume, LinkedIn and portfolio support',
      'Priority resources',
    ],
    image: '/images/my-future.svg',
    lines: [
      session('initial-consultation', 'Initial consultation', 10, 1_000, onceEver),
      session('final-call', 'Final call', 20, 1_000, onceEver),
      session('consultation', 'Consultation', 20, 2_500, { quantity: null, grantedPer: 'period' }),
      deliverable('roadmap', 'Roadmap with 3 pathways', 'roadmap', 1_000, onceEver),
      deliverable('future-profile-report', 'Future Profile report (10 pages)', 'report', 1_500, onceEver),
      deliverable('resume-review', 'CV review', 'review', 400, onceEver),
      deliverable('linkedin-review', 'LinkedIn review', 'review', 400, onceEver),
      deliverable('profile-update', 'Profile update', 'update', 600, eachPeriod),
      deliverable('portfolio-support', 'CV, LinkedIn and portfolio support', 'month of support', 1_000, eachPeriod),
      deliverable('priority-resources', 'Priority resources', 'month of access', 600, eachPeriod),
    ],
  },
  {
    id: 'study-world-basic',
    title: 'STUDY WORLD',
    description: 'Find the right destination, course and university for you, in two weeks.',
    serviceType: 'STUDY_WORLD',
    netPrice: minorUnits(9_900),
    billing: 'once',
    span: { weeks: 2, months: 0 },
    features: [
      '10-minute consultation',
      'Destination, program and university matching',
      '10-15 page strategy report',
      'Visa and agent referral support',
      '20-minute final call',
    ],
    image: '/images/study-world.svg',
    lines: [
      session('consultation', 'Consultation', 10, 1_500),
      session('final-call', 'Final call', 20, 2_000),
      deliverable('matching', 'Destination, programme and university matching', 'match list', 2_500),
      deliverable('strategy-report', 'Strategy report (10–15 pages)', 'report', 3_000),
      deliverable('referral', 'Visa and agent referral', 'referral', 1_000),
    ],
  },
  {
    id: 'study-world-pro',
    title: 'STUDY WORLD PRO',
    description:
      'A month of help with your application, documents, interview and visa, and with getting ready to leave.',
    serviceType: 'STUDY_WORLD',
    netPrice: minorUnits(19_900),
    billing: 'once',
    span: { weeks: 0, months: 1 },
    features: [
      '30-minute consultation',
      '15-20 page report',
      'Application and document support',
      'Interview and visa prep',
      'Agent referrals',
      'Pre-departure guidance',
    ],
    image: '/images/study-world.svg',
    lines: [
      session('consultation', 'Consultation', 30, 1_500),
      session('interview-preparation', 'Interview preparation', 30, 1_500),
      deliverable('strategy-report', 'Strategy report (15–20 pages)', 'report', 2_500),
      deliverable('application-support', 'Application and document support', 'application', 2_000),
      deliverable('visa-preparation', 'Visa preparation', 'preparation', 1_000),
      deliverable('agent-referrals', 'Agent referrals', 'referral list', 500),
      deliverable('pre-departure-guidance', 'Pre-departure guidance', 'guide', 1_000),
    ],
  },
  {
    id: 'biz-future-basic',
    title: 'BIZ FUTURE',
    description: 'A month of posts and reels on three platforms, planned with you.',
    serviceType: 'BIZ_FUTURE',
    netPrice: minorUnits(9_900),
    billing: 'once',
    span: { weeks: 0, months: 1 },
    features: ['3 social platforms', '8 posts', '4 reels', 'Monthly report', 'Basic strategy'],
    image: '/images/biz-future.svg',
    lines: [
      deliverable('platforms', 'Social platforms', 'platform', 1_000, { quantity: 3 }),
      deliverable('posts', 'Posts', 'post', 3_200, { quantity: 8 }),
      deliverable('reels', 'Reels', 'reel', 3_200, { quantity: 4 }),
      deliverable('monthly-report', 'Monthly report', 'report', 1_300, eachPeriod),
      deliverable('strategy', 'Basic strategy', 'strategy', 1_300),
    ],
  },
  {
    id: 'biz-future-pro',
    title: 'BIZ FUTURE PRO',
    description: 'More content, a video ad, a managed campaign and a strategy meeting, all in one month.',
    serviceType: 'BIZ_FUTURE',
    netPrice: minorUnits(19_900),
    billing: 'once',
    span: { weeks: 0, months: 1 },
    features: [
      '3 platforms',
      '10 posts',
      '6 reels',
      '1 video ad',
      'Paid campaign management',
      'Monthly strategy meeting',
    ],
    image: '/images/biz-future.svg',
    lines: [
      session('strategy-meeting', 'Strategy meeting', 30, 1_000, eachPeriod),
      deliverable('platforms', 'Social platforms', 'platform', 700, { quantity: 3 }),
      deliverable('posts', 'Posts', 'post', 2_500, { quantity: 10 }),
      deliverable('reels', 'Reels', 'reel', 2_700, { quantity: 6 }),
      deliverable('video-ad', 'Video ad', 'video ad', 1_100),
      deliverable('campaign-management', 'Paid campaign management', 'campaign', 1_200),
      deliverable('monthly-report', 'Monthly report', 'report', 800, eachPeriod),
    ],
  },
]
