import type { SamplePage } from '../contract.ts'
import { bullets, heading, paragraph, table } from './blocks.ts'

export const decisionPages: SamplePage[] = [
  {
    title: 'How to decide',
    blocks: [
      paragraph(
        'Score each way from 0 to 3 once you’ve tried it, not before. The weights are the needs you ranked in your Future Profile. We’ve filled in our guess. Yours counts more: write over it.',
      ),
      table(
        [4.2, 1.3, 1.8, 1.8, 1.8],
        ['Criterion', 'Weight', 'A. University', 'B. Apprentice', 'C. Year out'],
        ['Numbers about people, most weeks', '5', '3', '3', '1'],
        ['A wage by next autumn', '4', '1', '3', '3'],
        ['Room to change your mind', '3', '2', '1', '3'],
        ['People your own age', '2', '3', '1', '1'],
        ['Within an hour of home', '1', '2', '2', '3'],
        ['Out of 45', '15', '33', '34', '31'],
      ),
      paragraph(
        'A and B are level: one point isn’t a reason. What separates them isn’t on the list. You can send A’s form yourself, and B needs an employer to say yes. So do both. If B says yes by June, take the one you’d be sorry to lose. If it doesn’t, you have A, with C behind it.',
      ),
      heading('What would change our mind'),
      bullets(
        'The statistics lecture bores you. A and B are both full of it: look at business, or take C.',
        'The apprenticeship’s degree is one you’d never choose. Wait for a better one.',
        'Your January mocks come out at BBC. Then choose an insurance that BBC meets.',
      ),
      heading('Facts we checked, on 28 November 2026'),
      {
        kind: 'sources',
        sources: [
          {
            title: 'UCAS: the deadline for 2027 entry, 13 January 2027 at 18:00',
            url: 'https://www.ucas.com/events/2027-entry-deadline-for-all-undergraduate-courses-except-those-with-a-15-october-deadline-475546',
          },
          {
            title: 'Barnfield College: UCAS dates for 2027 entry, with Clearing',
            url: 'https://www.barnfield.ac.uk/whats-on/news/ucas-dates-and-deadlines',
          },
          {
            title: 'SWH Learning: the personal statement’s three questions, since 2026 entry',
            url: 'https://swhlearning.co.uk/ucas-personal-statement-changes-for-2026-what-you-need-to-know',
          },
          {
            title: 'UCAS: firm and insurance choices',
            url: 'https://www.ucas.com/applying/after-you-apply/types-undergraduate-offers/replying-your-ucas-undergraduate-offers',
          },
          {
            title: 'Answer in Parliament: fee limits in England, £9,790 in 2026/27 and £10,050 in 2027/28',
            url: 'https://parallelparliament.co.uk/question/121333/higher-education-finance',
          },
          {
            title: 'University of Hull: A-levels for psychology',
            url: 'https://www.hull.ac.uk/study/undergraduate/courses/psychology-bsc-hons/what-a-levels-do-you-need-for-a-psychology-degree',
          },
          {
            title: 'Apprenticeships in England: who can apply, and who pays',
            url: 'https://www.apprenticeships.gov.uk/apprentices/becoming-apprentice',
          },
          { title: 'GOV.UK: Find an apprenticeship', url: 'https://www.gov.uk/apply-apprenticeship' },
          { title: 'GOV.UK: minimum wage rates', url: 'https://www.gov.uk/national-minimum-wage-rates' },
        ],
      },
      paragraph(
        'We read these as saved copies. Open the page itself before you rely on a date or an amount. Scotland, Wales and Northern Ireland have rules of their own.',
      ),
    ],
  },
]
