import type { Roadmap, Sample, SamplePage } from '../contract.ts'
import { callout, heading, paragraph, table } from './blocks.ts'
import { decisionPages } from './roadmap-decision.ts'

const ways: Roadmap = {
  start: 'You, November 2026',
  lanes: [
    {
      title: 'A. Stay, with a placement year',
      stops: [
        { date: 'Jan 2027', text: 'Three days with a mapping team' },
        { date: 'Feb 2027', text: 'Placement year added to your course' },
        { date: 'Feb to May', text: 'Eight applications, two interviews' },
        { date: 'Sep 2027', text: 'Placement year starts, paid' },
        { date: 'Sep 2028', text: 'Third year, with a project from work' },
        { date: 'Jun 2029', text: 'Degree, and a year of experience' },
      ],
      destination: 'Mapping or data analyst',
    },
    {
      title: 'B. Leave for an apprenticeship',
      stops: [
        { date: 'Jan 2027', text: 'A day out with a survey crew' },
        { date: 'Mar 2027', text: 'Money advice at your university' },
        { date: 'Apr to Jul', text: 'Applications to six employers' },
        { date: 'Jun 2027', text: 'Second year passed, credits on paper' },
        { date: 'Sep 2027', text: 'Apprenticeship starts, paid' },
        { date: '2029 to 2030', text: 'Final assessment' },
      ],
      destination: 'Survey technician',
    },
    {
      title: 'C. Finish, then train to teach',
      stops: [
        { date: 'Jan 2027', text: 'Two days in a secondary school' },
        { date: 'Mar 2027', text: 'A weekly hour as a classroom helper' },
        { date: 'Oct 2027', text: 'Teacher training applications open' },
        { date: 'Jun 2028', text: 'Degree, 2:2 or better' },
        { date: 'Sep 2028', text: 'Training year starts' },
        { date: 'Jul 2029', text: 'Qualified teacher status' },
      ],
      destination: 'Geography teacher',
    },
  ],
}

const comparisonPages: SamplePage[] = [
  {
    title: 'Three ways, side by side',
    blocks: [
      paragraph(
        'You asked whether to stay on your geography course. We think there are three realistic answers. Each could work, each costs something, and each can be tested in a few days before you commit. They’re in the order we’d try them.',
      ),
      table(
        [1.6, 3.4, 3.4, 3.4],
        [
          'Question',
          'A. Stay, with a placement year',
          'B. Leave for an apprenticeship',
          'C. Finish, then train to teach',
        ],
        [
          'In a sentence',
          'A paid year in mapping or data between your second and third years',
          'A paid job with training as a geospatial survey technician',
          'Finish in 2028, then one year of teacher training',
        ],
        [
          'Entry',
          'Your department’s agreement and an employer’s offer',
          'Typically five GCSEs at grade 4, with maths and English. You have nine',
          'A degree, usually 2:2 or better; GCSE maths and English at grade 4',
        ],
        [
          'Cost',
          'A reduced fee for the year: one large English university charged £1,905 in 2025/26. You’re paid',
          'No fees. But leaving uses up student finance you may want later',
          'A full year’s fee, with a loan. Bursaries change each year: for geography, £26,000 in 2025/26 and £5,000 in 2026/27',
        ],
        ['Time', 'Degree in 2029, one year later', 'About two and a half years', 'Qualified in 2029'],
        [
          'First wage',
          'September 2027',
          'September 2027, lower at first',
          'September 2029, unless your training is salaried',
        ],
        [
          'Main risk',
          'Not finding a placement. Then you’ve lost applications, not a year',
          'Starting below the level you’ve reached, and missing the degree later',
          'Too many people, too many hours a day',
        ],
        [
          'Way back',
          'Easy: drop the placement and go straight to year three',
          'Hard: returning depends on your university and your funding',
          'Easy until September 2028',
        ],
      ),
      callout(
        'If you only read one line',
        'A and C both start by staying. So the decision you have to make this winter isn’t between three ways. It’s only whether you rule out B, and one day with a survey crew will tell you.',
      ),
    ],
  },
  {
    title: 'Your roadmap',
    blocks: [{ kind: 'roadmap', roadmap: ways }],
  },
  {
    title: 'First steps, with dates',
    blocks: [
      heading('A. Stay, with a placement year'),
      table(
        [2, 8.4],
        ['When', 'What'],
        [
          'By 11 December',
          'Ask the placement office for the last date to add the year, the fee, and last year’s employers.',
        ],
        ['By 18 December', 'One page of maps, ready to attach.'],
        ['11 to 15 January', 'Three days with the council’s mapping team, or another employer on your list.'],
        [
          'By 28 February',
          'Eight applications out. Expect two interviews and plan for one offer. If there’s none by the end of May, go straight into year three.',
        ],
      ),
      heading('B. Leave for an apprenticeship'),
      table(
        [2, 8.4],
        ['When', 'What'],
        [
          'By 15 January',
          'A day outdoors with a survey crew in January weather. If you come home cold and happy, keep going.',
        ],
        [
          'Before 31 March',
          'See a money adviser at your university. Ask what leaving does to your student finance, in writing.',
        ],
        [
          'April to July',
          'Apply to six employers on the government’s Find an apprenticeship service. You can’t start while you’re in full-time education.',
        ],
        [
          'June 2027',
          'Whatever you decide, finish the year. Two passed years are worth a diploma at most universities.',
        ],
      ),
      heading('C. Finish, then train to teach'),
      table(
        [2, 8.4],
        ['When', 'What'],
        [
          '18 to 22 January',
          'Two days in a secondary school: one in the classroom, one in the staff room. Ask to see a bottom set on a Friday afternoon.',
        ],
        [
          'From March',
          'An hour a week as a helper. It’s the experience that training providers ask for, and the test of your four-hour limit.',
        ],
        [
          'October 2027',
          'Applications for the following September usually open. You can choose up to four courses at first, and good ones fill up.',
        ],
      ),
      callout(
        'None of these closes a door',
        'Until 28 February everything on this page can be done at the same time. It comes to six days and four emails, and it replaces guessing with knowing.',
      ),
    ],
  },
]

export const roadmap: Sample = {
  slug: 'roadmap',
  serviceType: 'MY_FUTURE',
  packageId: 'my-future-basic',
  packageTitle: 'MY FUTURE WEEK',
  title: 'Roadmap with 3 pathways',
  noun: 'roadmap',
  reader: 'a second-year student with doubts about the course',
  description:
    'Three realistic ways forward compared side by side: entry, cost, time, risk and first steps with dates, and how to decide.',
  kilobytes: 46,
  pages: [...comparisonPages, ...decisionPages],
}
