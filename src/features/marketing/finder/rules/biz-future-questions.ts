import type { Branch } from './branch.ts'

export const bizFutureQuestions: Branch = {
  slug: 'biz-future',
  label: 'No one finds my business online',
  serviceType: 'BIZ_FUTURE',
  packageIds: { smaller: 'biz-future-basic', larger: 'biz-future-pro' },
  questions: [
    {
      question: 'What should change first?',
      answers: [
        {
          slug: 'post-regularly',
          label: 'We should post regularly',
          for: 'smaller',
          wish: 'Are regular posts enough?',
          reasons: {
            smaller: {
              text: 'We plan, make and publish your posts and reels for a month.',
              lines: ['posts', 'reels', 'strategy'],
            },
            larger: {
              text: 'We make and publish your posts and reels, with a paid campaign beside them.',
              lines: ['posts', 'reels', 'campaign-management'],
            },
          },
        },
        {
          slug: 'be-heard-of',
          label: 'More people should hear of us',
          for: 'larger',
          wish: 'Want more people to hear of you?',
          reasons: {
            smaller: {
              text: 'Your posts and reels give people something to find. A paid campaign isn’t included.',
              lines: ['posts', 'reels'],
              without: ['campaign-management'],
            },
            larger: {
              text: 'A video ad and a paid campaign are there for people who don’t know you yet.',
              lines: ['video-ad', 'campaign-management'],
            },
          },
        },
        {
          slug: 'be-found-nearby',
          label: 'People nearby should find us',
          for: 'smaller',
          wish: 'Should people nearby find you?',
          reasons: {
            smaller: {
              text: 'Your Google Business Profile, which people nearby see when they search, can be one of your platforms.',
              lines: ['platforms', 'posts'],
            },
            larger: {
              text: 'Your Google Business Profile can be one of your platforms, with a paid campaign beside it.',
              lines: ['platforms', 'campaign-management'],
            },
          },
        },
      ],
    },
    {
      question: 'Have you set money aside for advertising?',
      hint: 'Platforms charge for advertising. You pay them directly, on top of any package.',
      answers: [
        {
          slug: 'no',
          label: 'No, or not yet',
          for: 'smaller',
          isDecisive: true,
          reasons: {
            smaller: {
              text: 'You don’t need an advertising budget for it.',
              lines: ['posts'],
              without: ['campaign-management'],
            },
            larger: {
              text: 'Its campaign needs an advertising budget, which you pay to the platform.',
              lines: ['campaign-management'],
            },
          },
        },
        {
          slug: 'yes',
          label: 'Yes',
          for: 'larger',
          wish: 'Have money set aside for advertising?',
          reasons: {
            smaller: {
              text: 'You can keep your advertising budget for later, because it has no campaign.',
              lines: ['posts'],
              without: ['campaign-management'],
            },
            larger: {
              text: 'We manage your campaign, and you pay the platform within the limit you set.',
              lines: ['campaign-management'],
            },
          },
        },
      ],
    },
    {
      question: 'How do you want to agree the plan?',
      answers: [
        {
          slug: 'in-writing',
          label: 'In writing, when I have a minute',
          for: 'smaller',
          wish: 'Rather have the plan in writing?',
          reasons: {
            smaller: { text: 'You get your strategy in writing.', lines: ['strategy'] },
            larger: {
              text: 'You agree the plan in a strategy meeting, not in writing.',
              lines: ['strategy-meeting'],
              without: ['strategy'],
            },
          },
        },
        {
          slug: 'in-a-meeting',
          label: 'In a meeting',
          for: 'larger',
          wish: 'Rather agree the plan in a meeting?',
          reasons: {
            smaller: {
              text: 'You get your strategy in writing instead of in a meeting.',
              lines: ['strategy'],
              without: ['strategy-meeting'],
            },
            larger: { text: 'You agree the plan in a strategy meeting.', lines: ['strategy-meeting'] },
          },
        },
      ],
    },
  ],
}
