import type { SamplePage } from '../contract.ts'
import { bullets, callout, heading, paragraph, table } from './blocks.ts'

export const needsPages: SamplePage[] = [
  {
    title: 'Your interests',
    blocks: [
      paragraph(
        'We sorted everything you talked about, chose to read or gave your own time to into six themes, and scored each out of ten: up to four points for how often it came up, four for time you gave it freely, and two for how you spoke about it.',
      ),
      {
        kind: 'charts',
        charts: [
          {
            title: 'Your six themes, out of ten',
            unit: '',
            form: 'bars',
            values: [
              { label: 'Maps and data about places', value: 9 },
              { label: 'How towns work', value: 8 },
              { label: 'Being outdoors', value: 7 },
              { label: 'Helping people directly', value: 6 },
              { label: 'Climate and policy', value: 4 },
              { label: 'Theory and debate', value: 2 },
            ],
          },
          {
            title: 'Your marks, by how the module ends',
            unit: '',
            form: 'columns',
            values: [
              { label: 'Map, data', value: 70 },
              { label: 'Field report', value: 66 },
              { label: 'Exam', value: 60 },
              { label: 'Essay', value: 56 },
            ],
          },
        ],
      },
      heading('What we see'),
      paragraph(
        'The top two belong together. You’re interested in how a place works, and you want to be able to show it. That’s close to what planners, transport analysts, utilities, emergency services and mapping teams do all day. It’s further from a policy job, which sounds similar but is mostly reading, writing and meetings.',
      ),
      paragraph(
        'Being outdoors came third, and you were careful to say you don’t want it to be your job. We’d take that seriously: it needs to be in your week, not in your contract. A job with fieldwork one day in ten would do.',
      ),
      heading('What surprised us'),
      paragraph(
        'Climate scored four. You chose this degree because of climate, and you said you feel you ought to want a climate job. But you gave it no free time in your diary and changed the subject twice. You’re allowed to care about something and not make it your work. It’s also fine if the interest comes back once the essays stop.',
      ),
      callout(
        'A question for your final call',
        'If every job on your list paid the same and no one ever asked you what you do, which would you apply for? Your first answer counts more than your best one.',
      ),
    ],
  },
  {
    title: 'What you need from work',
    blocks: [
      paragraph(
        'Interests say what you’d like to work on. Needs say what has to be true for you to stay. We’ve ranked yours from what you told us and from the weeks you described as good and bad. Change the order if it’s wrong: it decides more than anything else on the roadmap.',
      ),
      table(
        [3, 4, 5],
        ['What you need', 'Where we heard it', 'What to ask an employer'],
        [
          '1. A visible result',
          '“I like it when you can see it’s done.” All five of your good days ended with something finished',
          'What would I have produced by the end of my first month, and who uses it?',
        ],
        [
          '2. A small team',
          'You thrive with nine people and avoid the 200-seat lectures',
          'How many people would I talk to on a normal day?',
        ],
        [
          '3. To be within reach of home',
          'Your family, your brother’s school runs on Wednesdays, and no car',
          'Can I get here by train in an hour? How many days at home?',
        ],
        [
          '4. To be taught',
          'You said the best thing about the shop was the manager who showed you how',
          'Who would teach me, and how much of their week is set aside for it?',
        ],
        [
          '5. A fair, steady wage',
          'You pay part of the rent at home, so six months without pay isn’t possible',
          'Is it paid from the first day? What does it rise to after a year?',
        ],
      ),
      heading('What you can do without'),
      bullets(
        'A famous name. You lit up when you talked about the council’s mapping team, not about the big consultancies.',
        'Travel. You like being outdoors, which isn’t the same as being away.',
        'A title. You ran a team for six weeks without one and didn’t mention it.',
      ),
      heading('Your two deal-breakers'),
      paragraph(
        'You gave us two things you’d leave over, and we’ve used both to rule options out. You won’t take unpaid work beyond a week, and you won’t take a job that’s only calls with customers. That removed two of the seven options we started with: an unpaid charity internship, and the graduate scheme with a year on the phones.',
      ),
    ],
  },
  {
    title: 'Your energy and values',
    blocks: [
      paragraph(
        'For seven days you marked each hour as giving energy or costing it. We’ve added up the hours that gave more than they cost. It’s one week, in term time, with a deadline in it. So read the pattern, not the numbers.',
      ),
      {
        kind: 'charts',
        charts: [
          {
            title: 'Hours that gave you energy',
            unit: ' h',
            form: 'columns',
            values: [
              { label: 'Mon', value: 2 },
              { label: 'Tue', value: 4 },
              { label: 'Wed', value: 3 },
              { label: 'Thu', value: 1 },
              { label: 'Fri', value: 5 },
              { label: 'Sat', value: 7 },
              { label: 'Sun', value: 3 },
            ],
          },
          {
            title: 'What was in those 25 hours',
            unit: ' h',
            form: 'bars',
            values: [
              { label: 'Running the shop floor', value: 7 },
              { label: 'GIS lab and mapping', value: 7 },
              { label: 'Walking, running', value: 5 },
              { label: 'Food bank round', value: 4 },
              { label: 'Reading for essays', value: 2 },
            ],
          },
        ],
      },
      heading('The shape of a good day'),
      bullets(
        'It starts early. Ten of your twelve best study hours were before one o’clock.',
        'It has people in the middle, not all the way through. Four hours of company lift you; seven leave you flat on Sunday.',
        'It ends with something you can point at. Thursday’s single hour was the one where you printed the map.',
      ),
      heading('What matters to you'),
      paragraph(
        'You sorted twenty values into “always”, “sometimes” and “rarely”. Three were in “always” both times, a week apart: being useful, being reliable and fairness. Independence moved from “sometimes” to “always” in the second sort, after a week in which you’d had a say in a project.',
      ),
      paragraph(
        'Ambition was in “rarely” both times, and you apologised for it. Don’t. It tells us not to send you towards graduate schemes that rank everyone each quarter, and that saves you a bad year.',
      ),
      callout(
        'Use it this week',
        'Move the hardest module to your mornings and the group work to the afternoon. It costs nothing, and it will tell you in a fortnight whether it’s the essays that tire you or the hour you write them at.',
      ),
    ],
  },
]
