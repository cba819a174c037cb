import type { SamplePage } from '../contract.ts'
import { bullets, heading, paragraph, table } from './blocks.ts'

export const decisionPages: SamplePage[] = [
  {
    title: 'How to decide',
    blocks: [
      paragraph(
        'Score each way from 0 to 3 once you’ve tried it, not before. The weights are the needs you ranked in your Future Profile. We’ve filled in our guess. Yours is the one that counts, so write over it.',
      ),
      table(
        [4.2, 1.3, 1.8, 1.8, 1.8],
        ['Criterion', 'Weight', 'A. Placement', 'B. Apprentice', 'C. Teaching'],
        ['A visible result every week', '5', '3', '3', '2'],
        ['A small team', '4', '3', '3', '1'],
        ['Within an hour of home by train', '3', '2', '1', '3'],
        ['Someone who teaches you', '2', '2', '3', '2'],
        ['A wage from the first day', '1', '3', '3', '1'],
        ['Out of 45', '15', '40', '39', '28'],
      ),
      paragraph(
        'A and B come out almost level, which is honest: as work, they’d suit you about equally. What separates them isn’t on the list. A leaves the other two open, and B doesn’t. When two ways score the same, take the one you can come back from.',
      ),
      heading('What would change our mind'),
      bullets(
        'Your day at a screen is miserable after lunch. Then B moves to first place, whatever the table says.',
        'You light up in the classroom and the four-hour limit turns out to be about noise, not people. Then C deserves a second look.',
        'Your department can’t add a placement year. Then look for a summer placement of eight weeks and keep the rest of A.',
      ),
      heading('Facts we checked, on 28 November 2026'),
      {
        kind: 'sources',
        sources: [
          {
            title: 'Fees and maintenance loans on a placement year in 2025/26, at one university',
            url: 'https://upsu.com/advice/studentfinance/placements2025-2026',
          },
          {
            title:
              'Geospatial survey technician, level 3: 24 months, then an assessment of about six (now with Skills England)',
            url: 'https://www.instituteforapprenticeships.org/apprenticeship-standards/geospatial-survey-technician-v1-1',
          },
          {
            title: 'Changing or leaving a course: the tuition fee loan lasts for the course plus one year',
            url: 'https://www.leedsbeckett.ac.uk/student-information/money-advice/finances-when-changing-study/',
          },
          {
            title: 'Get Into Teaching: applying from October, for up to four courses at a time',
            url: 'https://getintoteaching.education.gov.uk/how-to-apply-for-teacher-training/teacher-training-application',
          },
          {
            title: 'Teacher training bursaries in 2025/26, by subject',
            url: 'https://shu.ac.uk/study-here/options/teach/bursaries',
          },
          {
            title: 'GOV.UK: teacher training bursaries in 2026/27, by subject',
            url: 'https://www.gov.uk/government/publications/funding-initial-teacher-training-itt/funding-initial-teacher-training-itt-academic-year-2026-to-2027',
          },
        ],
      },
      paragraph(
        'We read these as saved copies. Amounts change every year, so open the page for your year before you rely on one, and ask your own university about its fee.',
      ),
    ],
  },
]
