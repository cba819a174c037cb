import type { SamplePage } from '../contract.ts'
import { bullets, callout, heading, paragraph, table } from './blocks.ts'

const dogAtDoor = 'A brown dog in a red collar, seen from behind, sits at the café’s door and waits to be let in.'

/** A post and a reel of the month, with everything that went out with them. */
export const examplePages: SamplePage[] = [
  {
    title: 'One post, in full',
    blocks: [
      paragraph(
        'This is how the post of 13 October went out. Of the eight posts, it had the most views and the most comments.',
      ),
      {
        kind: 'post',
        post: {
          picture: 'dog-at-door',
          alt: dogAtDoor,
          caption: [
            'Wet paws are fine. Muddy ones too: our floor’s seen worse.',
            'Dogs are welcome at every table, all day. There’s a bowl of water by the door and a biscuit at the till. Tuesdays are quietest, so there’s room to stretch out.',
            'Who should we be expecting? Yours in the comments, please: name, and favourite spot under the table.',
          ],
          hashtags: '#DogFriendlyCafe #DogsOfTheHighStreet #SlowTuesday',
        },
      },
      table(
        [2.2, 8],
        ['About it', 'This post'],
        ['Goes out', 'Tuesday 13 October at 6 p.m. Made for Facebook, then adapted to Instagram and TikTok'],
        ['What it’s for', 'Starts a conversation, and tells dog owners that a quiet Tuesday suits them'],
        ['What we did', 'Wrote the caption, drew the picture and scheduled the post'],
        ['What you did', 'Told us your rules for dogs, and approved the post in your portal'],
        ['How it did', '940 views and 97 reactions. 58 dogs were introduced in the comments'],
      ),
      heading('Why it’s written like this'),
      bullets(
        ['The first line stands alone', 'Many people see only that line before they scroll on. It’s the welcome.'],
        ['It asks one question', 'Anyone with a dog can answer it in five words.'],
        ['It says Tuesday once', 'That’s the day you’d like to fill, so it’s there, after the welcome.'],
        ['Three hashtags are enough', 'Two are what dog owners look for. The third is yours, to use again.'],
      ),
      callout('The picture in words, for people who can’t see it', dogAtDoor),
    ],
  },
  {
    title: 'One reel, shot by shot',
    blocks: [
      paragraph(
        'This is the shot list for “Soup in 20 seconds”, as you had it in your portal. The words in quotation marks are on the screen.',
      ),
      {
        kind: 'storyboard',
        shots: [
          {
            picture: 'tipping-pumpkin',
            seconds: '0 to 4 seconds',
            words: 'Soup in 20 seconds',
            action: 'Tip the pumpkin into the pot. Start filming before it falls.',
          },
          {
            picture: 'stirring-soup',
            seconds: '4 to 9 seconds',
            words: 'Pumpkin, ginger, cream',
            action: 'One slow stir, from above. We’ll keep the real sound.',
          },
          {
            picture: 'slicing-bread',
            seconds: '9 to 14 seconds',
            words: 'Bread from our own oven',
            action: 'Cut a slice. Only the loaf and your hands.',
          },
          {
            picture: 'serving-soup',
            seconds: '14 to 20 seconds',
            words: '£6.50 with bread. Say ‘soup’ at the till',
            action: 'Put the bowl on a table and let go.',
          },
        ],
      },
      table(
        [2.2, 8],
        ['About it', 'This reel'],
        ['Goes out', 'Friday 16 October at 11.30 a.m. Made for Instagram, then adapted to TikTok and Facebook'],
        ['What it’s for', 'Finds new people: it shows something being made, and what it costs'],
        [
          'Caption',
          'Twenty seconds here, two hours in the pot. Pumpkin soup, from 12 until it’s gone. Say ‘soup’ at the till, so we know you saw this.',
        ],
        ['Hashtags', '#SoupOfTheDay #MadeThisMorning #LunchInTown'],
        ['What we did', 'Wrote the shots and the words, designed the reel from what you filmed and scheduled it'],
        ['What you did', 'Filmed the four shots on your phone, held upright, in nine minutes, and approved the reel'],
        ['How it did', '2,780 views and 196 reactions. 31 people said “soup” at the till in October'],
      ),
      callout(
        'Why four short shots',
        'No one has to talk or smile. If one goes wrong, you film five seconds again, not twenty.',
      ),
    ],
  },
]
