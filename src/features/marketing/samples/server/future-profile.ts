import type { Sample } from '../contract.ts'
import { actionPages } from './future-profile-actions.ts'
import { needsPages } from './future-profile-needs.ts'
import { personPages } from './future-profile-person.ts'

export const futureProfile: Sample = {
  slug: 'future-profile',
  serviceType: 'MY_FUTURE',
  packageId: 'my-future-basic',
  packageTitle: 'MY FUTURE WEEK',
  title: 'Future Profile report',
  noun: 'report',
  reader: 'a second-year student with doubts about the course',
  description:
    'Ten pages on one person: strengths, interests, what they need from work, skills, gaps, and what to do in the next 30 days.',
  kilobytes: 77,
  pages: [...personPages, ...needsPages, ...actionPages],
}
