import type { Branch } from './branch.ts'

export const myFutureQuestions: Branch = {
  slug: 'my-future',
  label: 'I don’t know what comes next, after school or in work',
  serviceType: 'MY_FUTURE',
  packageIds: { smaller: 'my-future-basic', larger: 'my-future-pro' },
  questions: [
    {
      question: 'How soon do you need a plan?',
      answers: [
        {
          slug: 'soon',
          label: 'Within a week or so',
          for: 'smaller',
          isDecisive: true,
          reasons: {
            smaller: {
              text: ({ duration }) =>
                `You’ll have all of it within ${duration} of the day your package starts, which can be today.`,
              lines: ['roadmap', 'future-profile-report'],
            },
            larger: {
              text: 'Your roadmap and report come within your first month, which may be later than you’d like.',
              lines: ['roadmap', 'future-profile-report'],
            },
          },
        },
        {
          slug: 'no-hurry',
          label: 'A month is soon enough',
          for: 'larger',
          wish: 'Happy to wait a month?',
          reasons: {
            smaller: {
              text: ({ duration }) => `You’ll have all of it within ${duration}, sooner than you need it.`,
              lines: ['roadmap', 'future-profile-report'],
            },
            larger: {
              text: 'Your roadmap and report come within your first month.',
              lines: ['roadmap', 'future-profile-report'],
            },
          },
        },
      ],
    },
    {
      question: 'What would help you most?',
      answers: [
        {
          slug: 'a-plan',
          label: 'A written plan I can act on',
          for: 'smaller',
          wish: 'Is a written plan enough?',
          reasons: {
            smaller: {
              text: 'You get a roadmap with three pathways, a report about you, and a call to decide your first move.',
              lines: ['roadmap', 'future-profile-report', 'final-call'],
            },
            larger: {
              text: 'You get a roadmap with three pathways and a report about you, and we carry on from there.',
              lines: ['roadmap', 'future-profile-report', 'profile-update'],
            },
          },
        },
        {
          slug: 'someone-to-ask',
          label: 'Someone to ask whenever I’m stuck',
          for: 'larger',
          wish: 'Want someone to ask whenever you’re stuck?',
          reasons: {
            smaller: {
              text: 'You get two calls: one at the start and one at the end. Calls whenever you need one aren’t included.',
              lines: ['initial-consultation', 'final-call'],
              without: ['consultation'],
            },
            larger: {
              text: 'You can book a call whenever you need one, and we support you with your CV, LinkedIn and portfolio.',
              lines: ['consultation', 'portfolio-support'],
            },
          },
        },
      ],
    },
    {
      question: 'How would you rather pay?',
      answers: [
        {
          slug: 'once',
          label: 'Once, and that’s it',
          for: 'smaller',
          wish: 'Rather pay once?',
          reasons: {
            smaller: { text: 'You pay once, and it doesn’t renew.', lines: [] },
            larger: {
              text: 'It renews every month, but you can cancel at any time, even in the first month.',
              lines: [],
            },
          },
        },
        {
          slug: 'monthly',
          label: 'Less at a time, every month until I cancel',
          for: 'larger',
          wish: 'Rather pay monthly?',
          reasons: {
            smaller: { text: 'You pay the whole price once. It doesn’t renew.', lines: [] },
            larger: { text: 'You pay every month until you cancel, and you can cancel at any time.', lines: [] },
          },
        },
      ],
    },
  ],
}
