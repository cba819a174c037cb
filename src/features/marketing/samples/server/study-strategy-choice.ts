import type { SamplePage } from '../contract.ts'
import { bullets, callout, heading, numbers, paragraph, table } from './blocks.ts'

export const choicePages: SamplePage[] = [
  {
    title: 'In short',
    blocks: [
      paragraph(
        'You want to study environmental science abroad, in English, from September 2027. You’re taking maths, biology and geography, you’re predicted ABB, and your family can put in £12,000 a year for everything. Here’s what we’d do.',
      ),
      numbers(
        [
          'Make Ireland your main plan',
          'As a British citizen who’s lived in the UK, you should count as a “free fees” student: you’d pay a student contribution of €2,500 a year instead of tuition. Getting set up takes year one £674 over your £12,000; page 9 says where that could come from. You don’t need a visa or a residence permit. One application covers every university.',
        ],
        [
          'Put Galway first and Cork second',
          'Galway’s science degree took students at 440 points in 2025. ABB with maths is worth 474. Cork’s course gets to environmental science faster and ends in a degree of that name.',
        ],
        [
          'Add one German course as your outsider',
          'Rhine-Waal teaches Environment and Energy in English and charges no tuition. It’s more practical, further from home, and has more paperwork. Your A-levels should be accepted.',
        ],
        [
          'Leave the Netherlands out, unless your budget changes',
          'Utrecht has the best course we found. At more than twice your budget, it isn’t a stretch: it’s a different plan. Page 8 shows the numbers, so that you can check us.',
        ],
      ),
      callout(
        'The one date to remember',
        'The Irish application closes at 5 p.m. on Monday 1 February 2027. It has one form, no personal statement and a small fee. Everything else in this report can wait until that’s done.',
      ),
      paragraph(
        'This report gives general information and our reasons. It isn’t immigration advice: for visas and permits we point you to the official pages, and to a qualified adviser if your case isn’t simple.',
      ),
    ],
  },
  {
    title: 'What you told us, and how we searched',
    blocks: [
      heading('Your starting point'),
      table(
        [3, 8],
        ['About you', 'What we worked with'],
        [
          'Subjects',
          'Maths, biology and geography A-levels, in June 2027. Nine GCSEs from 5 to 8, with 6 in English and 7 in maths',
        ],
        [
          'Predicted grades',
          'ABB, with the A in geography. Your last mock results were BBB, so we’ve tested every choice at BBB as well',
        ],
        ['Citizenship', 'British, living in the UK since birth'],
        ['Languages', 'English. GCSE German, grade 5, and you’d like it back'],
        [
          'Money',
          '£12,000 a year from your family, plus what you earn in the summer. We’ve used £1 = €1.15 throughout',
        ],
        ['Aim', 'Work on rivers, soil or restoration, outdoors some of the time. You don’t want to write policy'],
      ),
      heading('What a course had to have'),
      bullets(
        [
          'Must',
          'Taught in English from the first day. Open to your three subjects without a fourth. Affordable at £12,000 a year. A laboratory or fieldwork in every year.',
        ],
        [
          'Should',
          'A town, not a capital. Under a day’s travel from home. A degree that a British employer or master’s course recognises.',
        ],
        ['Would be nice', 'A placement. Some German.'],
      ),
      heading('How we got from 24 to three and a spare'),
      paragraph(
        'We listed 24 courses in three countries. Nine failed on language: their English-taught years begin later, or the web page was in English and the course wasn’t. Five wanted physics or chemistry. Four were beyond your budget. Two had points far above your grades. That left four: three that we’ve matched on pages 5 to 7, and a spare.',
      ),
      callout(
        'What we didn’t do',
        'We didn’t use league tables. They rank universities by research and reputation. You’ll be taught by one department, in one town, for three or four years.',
      ),
    ],
  },
  {
    title: 'Three destinations compared',
    blocks: [
      table(
        [1.7, 3.3, 3.3, 3.3],
        ['What matters', 'Ireland', 'Netherlands', 'Germany'],
        [
          'Fees for you',
          'Student contribution, €2,500 a year. Tuition is paid by the state if you meet the free fees rules',
          'The “institutional fee” for students from outside the EEA, set by each university',
          'No tuition at state universities in North Rhine-Westphalia. A contribution each semester',
        ],
        [
          'Right to live there',
          'Common Travel Area: British citizens can live, work and study without a permit',
          'Residence permit, which the university applies for',
          'You may enter without a visa and apply for a residence permit within 90 days of arriving',
        ],
        [
          'Money to show',
          'None',
          'About €14,700 for a year, on top of fees',
          'Proof of funds: €11,904 a year was the amount for 2025',
        ],
        [
          'Paid work',
          'No limit for British citizens',
          '16 hours a week, or full time in June to August. The employer needs a work permit for you',
          'Only once your permit allows it',
        ],
        [
          'Applying',
          'One form (CAO), up to ten courses',
          'Studielink, then each university',
          'Uni-assist, for each course',
        ],
        ['Decided by', 'Points from your grades', 'Your subjects and grades', 'Your subjects and grades'],
        ['Length', 'Usually four years', 'Three years', 'Three, or three and a half with a placement'],
        ['Travel from home', 'Half a day', 'Half a day', 'A day'],
      ),
      heading('What we make of it'),
      paragraph(
        'Ireland wins on paperwork, certainty and the right to work. It loses on housing, which is scarce and expensive, and on length: four years is one more than at home, and the whole degree costs more for it. Germany wins on cost and loses on distance and paperwork. The Netherlands has the strongest courses and, since Brexit, the price that goes with them.',
      ),
      callout(
        'Why Ireland is different',
        'The other two treat you as a student from outside the EU. Ireland doesn’t, because of an arrangement between the two countries that’s older than the EU. It’s the largest single fact in this report, and many schools don’t mention it.',
      ),
    ],
  },
  {
    title: 'The courses we considered',
    blocks: [
      paragraph(
        'These are the three we’d choose, the spare, and three near misses that other people will suggest to you.',
      ),
      table(
        [3.6, 1.4, 6.4],
        ['Course and university', 'Verdict', 'Why'],
        [
          'Science (GY301), University of Galway',
          'First',
          'A broad first year, then your choice of subjects. 440 points in 2025; about 300 places',
        ],
        [
          'Biological, Earth and Environmental Sciences (CK404), University College Cork',
          'Second',
          'Common first year, then environmental science as its own degree. Places in it are limited',
        ],
        [
          'Environment and Energy, Rhine-Waal University of Applied Sciences',
          'Outsider',
          'In English, no tuition, practical. More engineering than you asked for',
        ],
        [
          'Earth and Ocean Sciences, University of Galway',
          'Spare',
          'Closer to geology. 422 points in 2025, then 403, so it’s a sensible lower choice on the same form',
        ],
        [
          'Global Sustainability Science, Utrecht University',
          'Out: cost',
          'The best fit on paper: A-level maths and two of your sciences. More than twice your budget',
        ],
        [
          'Environmental Sciences, Wageningen University',
          'Out: subjects',
          'Requires maths, physics and chemistry. You’d need to add two subjects',
        ],
        [
          'Science (DN200), University College Dublin',
          'Out: points',
          '555 points in 2023. You’d need two A* grades and an A. Dublin rents settle it',
        ],
      ),
      heading('Your points in Ireland'),
      paragraph(
        'Irish universities turn A-level grades into points: 165 for an A, 142 for a B and 120 for a C, from your best three. Any pass in A-level maths adds 25. You can’t negotiate points, and no one reads a personal statement.',
      ),
      {
        kind: 'charts',
        charts: [
          {
            title: 'Your points, with maths',
            unit: '',
            form: 'columns',
            values: [
              { label: 'BBC', value: 429 },
              { label: 'BBB', value: 451 },
              { label: 'ABB', value: 474 },
              { label: 'AAB', value: 497 },
            ],
          },
          {
            title: 'Points that were needed',
            unit: '',
            form: 'bars',
            values: [
              { label: 'Earth and Ocean, Galway, 2025', value: 422 },
              { label: 'Science, Galway, 2025', value: 440 },
              { label: 'Science, Dublin, 2023', value: 555 },
            ],
          },
        ],
      },
    ],
  },
]
