import type { Sample } from '../contract.ts'
import { examplePages } from './monthly-report-examples.ts'
import { monthPages } from './monthly-report-month.ts'
import { planPages } from './monthly-report-plan.ts'

export const monthlyReport: Sample = {
  slug: 'monthly-report',
  serviceType: 'BIZ_FUTURE',
  packageId: 'biz-future-basic',
  packageTitle: 'BIZ FUTURE',
  title: 'Monthly report',
  noun: 'report',
  reader: 'a café in a market town',
  description:
    'One month of eight posts and four reels on three platforms: what went out, how people responded, a post and a reel in full, what we learned and what’s next.',
  kilobytes: 77,
  pages: [...monthPages, ...examplePages, ...planPages],
}
