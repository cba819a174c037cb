import type { SamplePage } from '../contract.ts'
import { boxes, bullets, callout, heading, numbers, paragraph, table } from './blocks.ts'

export const planPages: SamplePage[] = [
  {
    title: 'What we learned, and what we’d change',
    blocks: [
      heading('What worked'),
      numbers(
        [
          'Hands, not faces',
          'The three best reels show hands making something, close up, with the real sound. It’s also easier for you: no one has to smile at a phone at five in the morning.',
        ],
        [
          'A question anyone can answer',
          '“Yours in the comments, please” brought 58 dogs. The quiz post didn’t ask anyone anything, and got nothing back but six bookings, which was its job.',
        ],
        ['Prices', 'The menu post with prices was saved 19 times. A saved post is a person who’s planning to come.'],
      ),
      heading('What didn’t'),
      numbers(
        [
          'The window table',
          'It was a pretty picture with no reason to look twice. 520 views, the fewest of the month. We liked it more than your customers did.',
        ],
        [
          'How we pour',
          'Eleven takes and a borrowed light, for just over a third of the soup’s views. We’ll stop polishing.',
        ],
        [
          'Thursdays',
          'Our four Thursday posts averaged 658 views; the four on Tuesdays averaged 765. It’s a small difference, but it’s free to act on.',
        ],
      ),
      heading('What we’d change'),
      table(
        [3.4, 4.2, 3.6],
        ['Change', 'Why', 'How we’ll know'],
        ['Film on Mondays, in one batch', 'It took you four mornings. It needs one', 'Under an hour of your time'],
        ['Move Thursday’s post to Wednesday', 'Closer to when people plan the weekend', 'Average views above 765'],
        ['One table to book on Tuesdays', 'Eleven people asked', 'Booked three weeks out of four'],
        ['A word at the till each month', 'It’s the only number we fully trust', 'More than 31 people say it'],
        ['Reply to every question by six', 'Lunch is decided the evening before', 'No question open overnight'],
      ),
      callout(
        'What we can’t tell you',
        'We don’t know how many of the 13,000 views were by the same people, or what anyone spent. Anyone who tells you they do is guessing. The till, the bookings and the word are what we go by.',
      ),
    ],
  },
  {
    title: 'Next month: November',
    blocks: [
      paragraph(
        'Eight posts and four reels again. The aim is the same: Tuesday lunches, from an average of 28 to 32. The word at the till is “crumble”.',
      ),
      table(
        [1.6, 1.2, 5.4, 3],
        ['Date', 'Kind', 'What', 'What it’s for'],
        ['Tue 3', 'Post', 'One table to book on Tuesdays, and how', 'Answers the eleven'],
        ['Fri 6', 'Reel', 'Crumble, from bowl to oven, in four shots', 'Finds new people'],
        ['Tue 10', 'Post', 'Four soups for four Tuesdays, with prices', 'Gets saved'],
        ['Wed 11', 'Post', 'Which cake should come back? Two pictures', 'Starts a conversation'],
        ['Fri 13', 'Reel', 'What 5 a.m. looks like in November', 'Finds new people'],
        ['Tue 17', 'Post', 'The grower who brings your apples', 'Shows who you are'],
        ['Wed 18', 'Post', 'Christmas opening hours and the last order day', 'Noticeboard'],
        ['Fri 20', 'Reel', 'Twenty mince pies in twenty seconds', 'Finds new people'],
        ['Tue 24', 'Post', 'The cake that won is back today', 'Closes the conversation'],
        ['Wed 25', 'Post', 'A gift card for someone who likes lunch', 'Sells'],
        ['Fri 27', 'Reel', 'One table, one hour, speeded up', 'Shows it’s lively'],
        ['Mon 30', 'Post', 'Thank you for November', 'Regulars'],
      ),
      heading('What we need from you'),
      boxes(
        'Monday 2 November, an hour before opening: film all four reels in one go. The shot lists are in your portal.',
        'By Wednesday 4 November: your Christmas hours, and the four soups with prices.',
        'Permission forms from anyone we’ll see. They’re in your portal, one page, two tick boxes.',
        'A note by the till with the word, and a pencil. Count them every evening.',
      ),
      heading('What it won’t do'),
      bullets(
        'It won’t fill Saturdays, which are full. We’re leaving them alone on purpose.',
        'It won’t chase followers. You gained 150 in October, and we’d swap them all for ten more Tuesday regulars.',
      ),
      callout(
        'Your next decision',
        'Everything in this plan fits your package. If November’s Tuesdays reach 32, we’d suggest stopping there and doing the same again, not doing more.',
      ),
    ],
  },
]
