import type { SamplePage } from '../contract.ts'
import { boxes, bullets, callout, heading, numbers, paragraph, table } from './blocks.ts'

export const actionPages: SamplePage[] = [
  {
    title: 'Your skills, with examples',
    blocks: [
      paragraph(
        'Employers don’t hire adjectives. For each skill, here’s how far you’ve got, the example that proves it and the sentence you can use. Levels: learning (you need help), working (you can do it alone), strong (you could teach it).',
      ),
      table(
        [2.4, 1.5, 4, 4.4],
        ['Skill', 'Level', 'Your example', 'How to say it'],
        [
          'Mapping (GIS)',
          'Working',
          'The delivery map; 74 in the GIS module',
          'Mapped 60 delivery addresses and cut a volunteer round from three hours to two',
        ],
        [
          'Running a team',
          'Working',
          'Six weeks in charge of nine people on Saturdays',
          'Led a team of nine for six weeks, with every shift covered',
        ],
        [
          'Spreadsheets',
          'Working',
          'The rota with automatic gaps in red',
          'Built a staff rota that shows uncovered shifts, still in use a year later',
        ],
        [
          'Training others',
          'Working',
          'Two drivers and a coordinator now use the map without you',
          'Trained three volunteers to plan their own rounds',
        ],
        [
          'Statistics',
          'Learning',
          'From a failed test to 68 in five months',
          'Went from failing a January test to 68 in the summer exam',
        ],
        [
          'Writing for a reader',
          'Learning',
          'Field report 66; essays 54 to 58',
          'Leave it off for now, and link to the field report instead',
        ],
        ['Coding', 'Learning', 'Half of a free Python course', 'Leave it off until you’ve finished one small project'],
      ),
      heading('The two that are rare together'),
      paragraph(
        'Plenty of geography students can make a map. Plenty of people in shops can run a Saturday. Very few second-years can prove both. A small mapping team needs someone who can make the map and also ring the depot to find out why the addresses are wrong. Say that in your first line and you’ll sound like no one else in the pile.',
      ),
      callout(
        'Check the numbers before you use them',
        'We’ve taken “60 addresses” and “three hours to two” from our call. Ask the food bank’s coordinator to confirm them. If an interviewer asks how you know, “I timed both rounds” is the best answer there is.',
      ),
    ],
  },
  {
    title: 'Gaps, and what your profile means for three pathways',
    blocks: [
      heading('Four gaps worth closing, and one that isn’t'),
      table(
        [2.6, 4, 4, 1.8],
        ['Gap', 'Why it matters', 'The smallest useful step', 'By'],
        [
          'No work to show',
          'Mapping teams look at maps, not marks',
          'Three maps on one page, each with two sentences',
          '20 Dec',
        ],
        [
          'No office experience',
          'You don’t know if you can stand it',
          'Ask the council’s mapping team for three days in January',
          '15 Jan',
        ],
        ['Coding', 'Half of the adverts you liked mention it', 'Finish the course and automate one map', '28 Feb'],
        ['No one to ask', 'You know no one who does these jobs', 'Two fifteen-minute calls with graduates', '10 Jan'],
        ['A first', 'A 2:1 opens nearly all of these doors', 'Nothing. Don’t chase it', 'Never'],
      ),
      heading('What it means for each pathway'),
      paragraph(
        'The roadmap compares three ways in detail. This is only how well each one fits the person on pages 3 to 7.',
      ),
      bullets(
        [
          'A. Stay, with a placement year in mapping or data: the best fit',
          'It uses both of your strongest skills and gives you a visible result, a small team and a wage. The risk is the screen: you’ve never done it for a whole day. Test it first.',
        ],
        [
          'B. Leave for an apprenticeship in surveying: a fair fit',
          'You’d be outdoors, taught and paid, and you’d finish things daily. But it starts at a level below the one you’ve reached, and leaving uses up student finance that’s hard to get back.',
        ],
        [
          'C. Finish, then train to teach geography: a possible fit',
          'Explaining may be a strength, and the work is near home. But teaching is people all day, and your diary says four hours of company is your limit. Two days in a school would tell you more than we can.',
        ],
      ),
      {
        kind: 'charts',
        charts: [
          {
            title: 'Needs met, of your five',
            unit: ' of 5',
            form: 'bars',
            values: [
              { label: 'A. Placement year', value: 5 },
              { label: 'B. Apprenticeship', value: 4 },
              { label: 'C. Teaching', value: 3 },
            ],
          },
          {
            title: 'Strengths used, of your five',
            unit: ' of 5',
            form: 'bars',
            values: [
              { label: 'A. Placement year', value: 4 },
              { label: 'B. Apprenticeship', value: 3 },
              { label: 'C. Teaching', value: 3 },
            ],
          },
        ],
      },
    ],
  },
  {
    title: 'Your CV and LinkedIn profile',
    blocks: [
      paragraph(
        'Your CV is tidy, honest and one page long, which puts it ahead of many. It has one fault: it lists what you were there for, not what changed because you were there.',
      ),
      heading('Change these five things'),
      numbers(
        [
          'The first three lines',
          'Now: “Hard-working geography student seeking opportunities.” Better: “Geography student who makes maps people use. Cut a food bank’s delivery round by a third; ran a shop team of nine. Looking for a placement in mapping or data from summer 2027.”',
        ],
        [
          'The shop job',
          'Now it’s four duties. Make it three results: the six weeks in charge, the rota, the stock plan. Start each with a verb and end it with a number.',
        ],
        [
          'The food bank',
          'Move it above your school grades. It’s the best thing on the page and it’s at the bottom of it.',
        ],
        [
          'Modules',
          'Name the three that matter (GIS, field methods, statistics) with marks. Leave the others out. You’re not hiding them: your transcript comes later.',
        ],
        [
          'Interests',
          '“Walking, reading, socialising” could be anyone. “Fell running; drew the club’s route map” couldn’t.',
        ],
      ),
      heading('LinkedIn'),
      table(
        [2, 4.4, 5],
        ['Part', 'Now', 'Change it to'],
        ['Headline', 'Student at university', 'Geography student | GIS and data | Placement from summer 2027'],
        ['About', 'Empty', 'Four sentences: what you make, one result, what you’re looking for, how to reach you'],
        ['Featured', 'Empty', 'Your three maps, one picture each'],
        ['Experience', 'Job titles only', 'The same three results as on your CV, word for word'],
        [
          'Connections',
          '41, mostly from school',
          'Add your lecturers, the coordinator and twelve graduates of your course',
        ],
      ),
      callout(
        'What we’d leave alone',
        'Your layout, your typeface and your photo are fine. Don’t spend an evening on them. If you have an evening, spend it on the maps.',
      ),
    ],
  },
  {
    title: 'Your next 30 days',
    blocks: [
      paragraph(
        'This is the whole of December, in the order we’d do it. It comes to about fifteen hours, seven of them on one day. If you only do three things, do the ones marked “first”.',
      ),
      heading('Week 1: from 30 November'),
      boxes(
        'Read this report with a pen and cross out what isn’t you. 40 minutes',
        'Rewrite the first three lines of your CV and the shop job. 1 hour, first',
        'Ask the food bank’s coordinator to confirm your numbers, and whether you may show the map without the addresses. 10 minutes',
        'Move your hardest module to the mornings, as on page 6. No time at all',
      ),
      heading('Week 2: from 7 December'),
      boxes(
        'Choose three maps and put them on one page, with two sentences each: what was the question, and what did it change? 3 hours',
        'Write to the council’s mapping team and ask for three days in January. We’ve put a draft in your portal. 30 minutes, first',
        'Ask your department’s placement office two questions: what’s the last date to add a placement year, and what does it cost? 20 minutes',
      ),
      heading('Week 3: from 14 December'),
      boxes(
        'Change your LinkedIn headline and write the four sentences. 1 hour',
        'Send four short messages to graduates of your course who work with maps or teach. Two will answer. 40 minutes',
        'Spend one whole day at a screen on your own mapping project, nine to five, and write down how each hour felt. 7 hours, first',
      ),
      heading('Week 4: from 21 December'),
      boxes(
        'Rest. You work two Saturdays before Christmas, and the diary says what happens after those.',
        'On a quiet day, look at the decision criteria on the last page of your roadmap and write your own scores over ours. 20 minutes',
      ),
      callout(
        'How you’ll know it worked',
        'By 31 December you’ll have a CV with three numbers in it, a page of maps, an answer from one employer and an honest note about a day at a screen. You’ll know more than this report does. That’s the point of it.',
      ),
    ],
  },
]
