import type { Sample } from '../contract.ts'
import { actionPages } from './study-strategy-actions.ts'
import { choicePages } from './study-strategy-choice.ts'
import { matchPages } from './study-strategy-matches.ts'
import { moneyPages } from './study-strategy-money.ts'

export const studyStrategy: Sample = {
  slug: 'study-strategy',
  serviceType: 'STUDY_WORLD',
  packageId: 'study-world-basic',
  packageTitle: 'STUDY WORLD',
  title: 'Strategy report',
  noun: 'report',
  reader: 'a Year 13 student in the north of England who wants to study environmental science abroad',
  description:
    'Destinations, courses and universities matched with reasons, then costs, deadlines in order, requirements, risks and a checklist.',
  kilobytes: 129,
  pages: [...choicePages, ...matchPages, ...moneyPages, ...actionPages],
}
