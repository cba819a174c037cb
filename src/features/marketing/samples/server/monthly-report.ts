import type { Sample } from '../contract.ts'
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
    'One month of eight posts and four reels on three platforms: what went out, how people responded, what we learned and what’s next.',
  kilobytes: 59,
  pages: [...monthPages, ...planPages],
}
