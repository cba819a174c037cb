import type { SamplePage } from '../contract.ts'
import { bullets, callout, heading, numbers, paragraph, table } from './blocks.ts'

export const personPages: SamplePage[] = [
  {
    title: 'In short',
    blocks: [
      paragraph(
        'You came to us with one question: “I’m halfway through a geography degree and I don’t know where it leads. Should I stay?” This report is our answer to the part of that question that’s about you. The roadmap that comes with it is our answer to the part that’s about the world.',
      ),
      heading('What we think'),
      numbers(
        [
          'You’re not bored of geography. You’re bored of essays.',
          'Your marks, your Saturday job and your volunteering all say the same thing: you come alive when there’s a real map, a real deadline and someone waiting for the result.',
        ],
        [
          'You organise people better than you realise.',
          'You described it as “just sorting out the rota”. Nine people, four of them older than you, and no missed Saturday in fourteen months isn’t just sorting out the rota.',
        ],
        [
          'What’s missing is proof, not ability.',
          'An employer who read your CV today wouldn’t see either of the two points above. That can be fixed by the end of January, and pages 9 and 10 say how.',
        ],
      ),
      heading('What that means'),
      paragraph(
        'On what we’ve seen, leaving now would throw away the half of the course that suits you: the second half has the mapping, the fieldwork and the project. We’d stay, change two modules, and test the doubt properly with a placement year. But it’s close enough that we’ve written out all three ways, and you may weigh them differently.',
      ),
      callout(
        'How to read this report',
        'Read pages 2 to 7 first and cross out anything that isn’t you. A profile you don’t recognise is worthless. Bring the crossings-out to your final call: they’re the most useful thing you can bring.',
      ),
    ],
  },
  {
    title: 'What we based this on',
    blocks: [
      paragraph(
        'Everything in this report comes from four things you gave us. We haven’t used a personality test. Where we’re guessing, we say so.',
      ),
      table(
        [3, 4, 5],
        ['What you gave us', 'What’s in it', 'What we took from it'],
        [
          'The initial call',
          'Ten minutes on where you are, what you’ve tried and what you’d like the week to settle',
          'Your question, in your own words, and which parts of the course you talked about without being asked',
        ],
        [
          'Your transcript',
          'Nine marks so far, from 52 to 74, with an average of 62',
          'A gap of 14 marks between modules that end in a map or data and modules that end in an essay',
        ],
        [
          'Your CV',
          'One page: education, a Saturday job in an outdoor shop, volunteering at a food bank',
          'Three achievements hidden inside lists of duties',
        ],
        [
          'Your energy diary',
          'Seven days, with each activity marked as giving or costing energy',
          'What a good day has in it, and how early in the day your concentration goes',
        ],
      ),
      heading('The moments that told us most'),
      bullets(
        [
          'The delivery map',
          'The food bank’s drivers were crossing town twice. You asked for the addresses, grouped them on a free mapping tool and cut the round from about three hours to two. No one had asked you to.',
        ],
        [
          'The rota',
          'When your manager left, you ran the Saturday team for six weeks until a new one started. You only mentioned it when we asked why your job title had changed.',
        ],
        [
          'The statistics test',
          'You failed the January test in your first year, went to every help session and got 68 in the summer exam. You told us about the fail. We noticed what came after it.',
        ],
      ),
      heading('What we don’t know'),
      paragraph(
        'We haven’t seen you at work, and we’ve only heard your side. We don’t know how you’d find eight hours a day at a screen, which matters for one of the pathways. That’s why the roadmap asks you to try it for a week before you decide anything.',
      ),
    ],
  },
  {
    title: 'Your strengths',
    blocks: [
      paragraph(
        'A strength here means something you do well, that you’ve done more than once, and that leaves you with more energy than it takes. Three have strong evidence. Two are promising.',
      ),
      heading('Strong evidence'),
      numbers(
        [
          'Turning a mess into a picture',
          'You see a list of addresses and think of a map; you see a crowded shop floor and redraw the stock plan. Evidence: the delivery map, your 74 in geographic information systems (GIS), and the hand-drawn plan your manager still uses. Most people can read a map. Fewer ask what the map should show.',
        ],
        [
          'Steady under pressure from people',
          'Customers, drivers and a tired team on a December Saturday. You described all of it without drama. Evidence: six weeks in charge, no missed shift, and being asked back for a second Christmas.',
        ],
        [
          'Finishing',
          'You hand in on time, you stay until the round is done, and you go back to things you failed. Evidence: no late submissions in three semesters, and the climb from a failed test to 68. Employers ask for this in every advert and can rarely test it. You can show it.',
        ],
      ),
      heading('Promising'),
      bullets(
        [
          'Explaining',
          'You taught two drivers and a coordinator to use the delivery map, and they still use it. That’s one example, and one isn’t a pattern yet. If teaching is on your list, this is the strength to test first.',
        ],
        [
          'Numbers',
          'You think you’re bad at them. Your marks say you’re average and improving, and the jump from fail to 68 is the steepest line on your transcript. Treat this as a skill you’re building, not one you lack.',
        ],
      ),
      callout(
        'Watch the other side',
        'Each strength has a cost. You take on the sorting-out that others leave, and your diary shows it: on two evenings you did someone else’s part of a group project. Being the one who finishes is good. Being the only one who finishes isn’t.',
      ),
    ],
  },
]
