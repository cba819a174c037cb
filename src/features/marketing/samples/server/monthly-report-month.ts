import type { SamplePage } from '../contract.ts'
import { bullets, callout, heading, numbers, paragraph, table } from './blocks.ts'

export const monthPages: SamplePage[] = [
  {
    title: 'October in short',
    blocks: [
      paragraph(
        'This was your first month with us. We set out to answer one question: can social media bring people in on a weekday, between breakfast and the school run? The short answer is yes, when we show something being made. All numbers are sample data for an example café.',
      ),
      table(
        [4, 2, 2, 3],
        ['Number', 'September', 'October', 'Change'],
        ['Views, all platforms', '9,200', '13,000', 'Up 41%'],
        ['Likes, comments, shares and saves', '540', '812', 'Up 50%'],
        ['Followers, all platforms', '2,334', '2,484', 'Up 150'],
        ['Taps on “menu” or “directions”', '98', '146', 'Up 49%'],
        ['Tuesday lunches, from your till', '23 on average', '28 on average', 'Up 22%'],
      ),
      paragraph(
        'Starting from almost nothing? Your first numbers will be small, with none to compare them with. That month is for finding out what makes people stop. What you count at the till matters from the first day.',
      ),
      heading('Three things worth knowing'),
      numbers(
        [
          'Reels did the finding, posts did the talking',
          'Four reels brought 7,310 of the 13,000 views: more than twice as many each as a post. But the best conversations were under posts, and those are the people who come back.',
        ],
        [
          'One video of soup did a fifth of the month',
          '“Soup in 20 seconds” had 2,780 views and 196 reactions. It took you nine minutes to film, between two orders. The one we planned longest did just over a third as well.',
        ],
        [
          'People came, and we can nearly prove it',
          'Tuesday lunches rose from 22 to 35 over the month. Half-term helped in the last week, so we don’t claim all of it. Thirty-one people said “soup” at the till, and those we do claim.',
        ],
      ),
      callout(
        'What we’d do next, in one line',
        'Film the making, post the people, and open one table to book on Tuesdays. Page 7 has the plan.',
      ),
    ],
  },
  {
    title: 'What went out',
    blocks: [
      paragraph(
        'Eight posts and four reels, each made for one platform and adapted to the other two. You approved all twelve in your portal before they went out, and asked for changes to three. “Reactions” are likes, comments, shares and saves.',
      ),
      table(
        [1.5, 1.1, 5.2, 1.3, 1.6],
        ['Date', 'Kind', 'What it was', 'Views', 'Reactions'],
        ['Thu 1', 'Post', 'Meet the bread: three loaves, and who bakes them', '640', '34'],
        ['Fri 2', 'Reel', 'First batch at 5 a.m., with the sound of the oven door', '1,460', '84'],
        ['Tue 6', 'Post', 'The new autumn menu, with prices', '680', '41'],
        ['Thu 8', 'Post', 'The table by the window, and when it’s free', '520', '22'],
        ['Fri 9', 'Reel', 'How we pour: one flat white, start to finish', '1,020', '51'],
        ['Tue 13', 'Post', 'Dogs are welcome: yours in the comments, please', '940', '97'],
        ['Thu 15', 'Post', 'Our milk comes from four miles away', '590', '45'],
        ['Fri 16', 'Reel', 'Soup in 20 seconds', '2,780', '196'],
        ['Tue 20', 'Post', 'Quiz night: six tables left', '760', '38'],
        ['Thu 22', 'Post', 'Half-term opening hours', '880', '29'],
        ['Fri 23', 'Reel', 'Hot chocolate, taller than the cup', '2,050', '122'],
        ['Tue 27', 'Post', 'Thank you for October, and what’s next', '680', '53'],
        ['October', '12', 'Eight posts and four reels', '13,000', '812'],
      ),
      heading('What you changed, and what we learned from it'),
      bullets(
        'You took “artisan” out of the bread post. Agreed: no one says it at the counter. It’s now on our list of words not to use.',
        'You asked us to show prices on the menu post. It was the most saved post of the month. We’ll always show prices.',
        'You stopped a photo with two customers in it, because we hadn’t asked them. You were right. From November we only show people who’ve said yes in writing.',
      ),
      callout(
        'Labels and permission',
        'The dairy’s milk in the post of 15 October was bought, not given, so it needed no label. If a supplier gives you something to show, we’ll mark the post as an ad.',
      ),
    ],
  },
  {
    title: 'How people responded',
    blocks: [
      {
        kind: 'charts',
        charts: [
          {
            title: 'Views, week by week',
            unit: '',
            form: 'columns',
            values: [
              { label: '1 to 7', value: 2780 },
              { label: '8 to 14', value: 2480 },
              { label: '15 to 21', value: 4130 },
              { label: '22 to 31', value: 3610 },
            ],
          },
          {
            title: 'Tuesday lunches, from your till',
            unit: '',
            form: 'columns',
            values: [
              { label: '6 Oct', value: 22 },
              { label: '13 Oct', value: 24 },
              { label: '20 Oct', value: 31 },
              { label: '27 Oct', value: 35 },
            ],
          },
        ],
      },
      paragraph(
        'The third week is the soup. The fourth has half-term in it, and three more days than the others. Lunches follow views by about four days, which is what we’d expect if people see something on Friday and come on Tuesday. Four Tuesdays aren’t proof. Eight will be better.',
      ),
      {
        kind: 'charts',
        charts: [
          {
            title: 'Views, by platform',
            unit: '',
            form: 'bars',
            values: [
              { label: 'Instagram', value: 6900 },
              { label: 'Facebook', value: 3700 },
              { label: 'TikTok', value: 2400 },
            ],
          },
          {
            title: 'New followers, by platform',
            unit: '',
            form: 'bars',
            values: [
              { label: 'Instagram', value: 86 },
              { label: 'TikTok', value: 47 },
              { label: 'Facebook', value: 17 },
            ],
          },
        ],
      },
      bullets(
        [
          'Instagram finds people',
          'More than half of the views, and most of the new followers. It’s where someone who’s never been sees you first.',
        ],
        [
          'Facebook brings regulars',
          'Few new followers, but 61 of the 97 reactions to the dogs were there, nearly all from people within five miles. It’s your noticeboard: opening hours, quiz nights, thanks.',
        ],
        [
          'TikTok is a bonus, so far',
          'It costs nothing extra, because we reuse the reels. But most of its viewers live too far away to buy soup. We’ll give it until January.',
        ],
      ),
      callout(
        'What they said',
        'There were 74 comments, and you answered 71 within a day. The question that came up most, eleven times: “Can I book a table for lunch?”',
      ),
    ],
  },
]
