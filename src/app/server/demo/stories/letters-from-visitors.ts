import * as messages from '#features/messages/contract.ts'
import { browserOf } from '../open-account.ts'
import type { Cast, Story } from '../story.ts'

/** What people write who are no members: questions, a complaint, and what is taken for spam. */
export function lettersFromVisitors(): Story {
  const write = (email: string, name: string, message: string, extra = {}) => ({
    play: async ({ stage }: Cast) => {
      const visitor = browserOf(stage, { email, password: '' })
      await visitor.ask(messages.sendMessage, { body: { name, email, message, ...extra } })
    },
  })
  return {
    person: null,
    shows: 'letters of visitors: two questions, a complaint, and one that was taken for spam',
    scenes: [
      {
        daysAgo: 6,
        ...write(
          'ruth.okoro@visitor.example',
          'Ruth Okoro',
          'My daughter finishes school in June. Would MY FUTURE WEEK be too early for her?',
        ),
      },
      {
        daysAgo: 5,
        ...write('offers@visitor.example', 'Best Offers', 'Thousands of followers for your page!', {
          subject: 'Followers',
        }),
      },
      {
        daysAgo: 3,
        async play({ stage }) {
          const email = 'peter.lang@visitor.example'
          const visitor = browserOf(stage, { email, password: '' })
          await visitor.ask(messages.sendComplaint, {
            body: {
              name: 'Peter Lang',
              email,
              topic: 'accessibility',
              message: 'With my screen reader I could not tell which day of the calendar was chosen.',
            },
          })
        },
      },
      {
        daysAgo: 0.6,
        ...write(
          'tara.singh@visitor.example',
          'Tara Singh',
          'Do you also work with charities? We have three shops and no marketing budget to speak of.',
        ),
      },
    ],
  }
}
