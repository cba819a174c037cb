import type { Roadmap, Sample, SamplePage } from '../contract.ts'
import { callout, heading, paragraph, table } from './blocks.ts'
import { decisionPages } from './roadmap-decision.ts'

const ways: Roadmap = {
  start: 'You, November 2026',
  lanes: [
    {
      title: 'A. University in 2027',
      stops: [
        { date: 'Dec 2026', text: 'Five choices and your three answers' },
        { date: '13 Jan 2027', text: 'UCAS deadline, at 18:00' },
        { date: 'Feb to Apr', text: 'Offer days, and a statistics lecture' },
        { date: 'By June', text: 'Firm choice and insurance' },
        { date: 'Aug 2027', text: 'Results: your place, or Clearing' },
        { date: 'Sep 2027', text: 'Psychology degree starts' },
      ],
      destination: 'Degree in 2031, a year of it at work',
    },
    {
      title: 'B. Degree apprenticeship',
      stops: [
        { date: 'Dec 2026', text: 'Find an apprenticeship: first search' },
        { date: 'Jan to Mar', text: 'Eight applications, one a week' },
        { date: 'Feb to May', text: 'Online tests and interviews' },
        { date: 'Jun 2027', text: 'A signed offer, or back to A' },
        { date: 'Aug 2027', text: 'Results, sent to your employer' },
        { date: 'Sep 2027', text: 'Job and degree start, paid' },
      ],
      destination: 'Data analyst with a degree',
    },
    {
      title: 'C. A year out, then apply',
      stops: [
        { date: 'May 2027', text: 'Ask for a later reference' },
        { date: 'Aug 2027', text: 'Results: grades you know' },
        { date: 'Sep 2027', text: 'Work, four days a week' },
        { date: 'Oct 2027', text: 'Open days, with real grades' },
        { date: 'Jan 2028', text: 'Five choices, or eight employers' },
        { date: 'Sep 2028', text: 'Course or job starts' },
      ],
      destination: 'A way you’ve tested first',
    },
  ],
}

const comparisonPages: SamplePage[] = [
  {
    title: 'Three ways, side by side',
    blocks: [
      paragraph(
        'You asked: “Everyone in my year is filling in UCAS. Do I have to?” No. With maths, psychology and business, predicted B, A and B, you have three realistic ways. Each could work, each costs something, and you can keep all three open until June.',
      ),
      table(
        [1.6, 3.4, 3.4, 3.4],
        ['Question', 'A. University in 2027', 'B. Degree apprenticeship', 'C. A year out, then apply'],
        [
          'In a sentence',
          'A psychology degree with a placement year',
          'A paid job in data, with a degree inside it',
          'A year of work, then an application with your grades in hand',
        ],
        [
          'Entry',
          'It varies. Hull, for one, asks for BBB (120 points) and GCSE maths at 4. You have a 7',
          'Each employer decides, with its university. The advert says which grades',
          'Your real grades. If they beat your predictions, more courses open',
        ],
        [
          'Cost',
          'Up to £10,050 for the first year in England, on a loan. Rent and food are on top',
          'No tuition fees: your employer and the government pay. No student loan either',
          'None yet. Fees are planned to rise with inflation',
        ],
        ['Time', 'Degree in 2031', 'Up to six years: see each advert', 'One year more than A or B'],
        [
          'First wage',
          'On your placement, from 2029, if it’s a paid one',
          'September 2027. By law £8 an hour or more in year one (April 2026 rate)',
          'September 2027. By law £10.85 an hour or more at 18 (April 2026 rate)',
        ],
        [
          'Main risk',
          'Choosing a subject because the form was due',
          'Few places, and a long wait. You may not know until June',
          'The year fills up with shifts, and nothing gets sent',
        ],
        [
          'Way back',
          'Easy until you start: withdraw, or ask to defer',
          'Fair: real work makes a strong application',
          'Easy: you apply with everyone else, one year later',
        ],
      ),
      callout(
        'If you only read one line',
        'You don’t have to choose this winter. A is due in January and takes three evenings. B takes all spring. C needs nothing before May. So send A’s form before Christmas, then give B your best hours.',
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
      heading('A. University in 2027'),
      table(
        [2, 8.4],
        ['When', 'What'],
        ['By 4 December', 'Ask for your school’s own UCAS date. Your reference has to be finished before then.'],
        [
          'By 11 December',
          'Pick five, accredited by the British Psychological Society: one at AAB, three at ABB or BBB, and one at BBC where you’d still be happy. Book an open day at two of them.',
        ],
        [
          'By 18 December',
          'Answer the three questions: why this subject, how your studies prepared you, and what else you’ve done and why it’s useful. 4,000 characters in all, 350 or more each. The queue you counted at the pool belongs in the third.',
        ],
        ['13 January, 18:00', 'UCAS’s deadline. Universities must consider every form that’s in by then equally.'],
        [
          'February to June',
          'Go to offer days and sit in on a statistics lecture. Then accept one offer as your firm choice and a lower one as insurance, by the date that UCAS shows you.',
        ],
      ),
      heading('B. Degree apprenticeship'),
      table(
        [2, 8.4],
        ['When', 'What'],
        [
          'By 6 December',
          'Make an account on GOV.UK’s Find an apprenticeship. Save a search for level 6 jobs in data, within an hour of home.',
        ],
        [
          'Until March',
          'One application a week. You can apply while you’re at school, but start only after you leave.',
        ],
        ['At interviews', 'Ask which degree it is, how many days are for study, and what if the job ends first.'],
        ['By 30 June', 'A signed offer? Then choose between A and B. None? Go to A, and keep looking.'],
      ),
      heading('C. A year out, then apply'),
      table(
        [2, 8.4],
        ['When', 'What'],
        ['May', 'Ask whether your school would write your reference next autumn as well.'],
        [
          'Mid-August',
          'Results. Missed your offer? Ring that university first. Then your insurance, then Clearing, from 2 July to 18 October. Say yes only to a course that could have been one of your five.',
        ],
        ['September', 'Four days a week of work, one for open days and forms. Decide what the year is for.'],
      ),
      callout(
        'Plan B has an order',
        'Firm choice, insurance, Clearing, year out. Write it down before your exams. On results day you’ll want a list to follow, not one to make.',
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
  reader: 'a Year 13 student who isn’t sure about university',
  description:
    'University, a degree apprenticeship or a year out, compared side by side: entry, cost, time and risk, first steps with dates, and how to decide.',
  kilobytes: 50,
  pages: [...comparisonPages, ...decisionPages],
}
