import type { Branch } from './branch.ts'

export const studyWorldQuestions: Branch = {
  slug: 'study-world',
  label: 'I want to study abroad',
  serviceType: 'STUDY_WORLD',
  packageIds: { smaller: 'study-world-basic', larger: 'study-world-pro' },
  questions: [
    {
      question: 'Do you know where you want to apply?',
      answers: [
        {
          slug: 'not-yet',
          label: 'Not yet',
          for: 'smaller',
          isDecisive: true,
          reasons: {
            smaller: {
              text: 'It begins with what you need first: destinations, courses and universities matched to you.',
              lines: ['matching'],
            },
            larger: {
              text: 'It doesn’t match you with universities, so use the consultation to talk about where to apply.',
              lines: ['consultation'],
              without: ['matching'],
            },
          },
        },
        {
          slug: 'yes',
          label: 'Yes, I have places in mind',
          for: 'larger',
          wish: 'Know where you want to apply?',
          reasons: {
            smaller: {
              text: 'Its matching sets the places you have in mind beside others that could suit you.',
              lines: ['matching'],
            },
            larger: {
              text: 'You know where you want to apply, so we go straight to your application and documents.',
              lines: ['application-support'],
            },
          },
        },
      ],
    },
    {
      question: 'What do you want to come away with?',
      answers: [
        {
          slug: 'a-shortlist',
          label: 'A shortlist, with reasons',
          for: 'smaller',
          wish: 'Want a shortlist, with reasons?',
          reasons: {
            smaller: {
              text: 'You’ll see the reasons for each match, and a report puts deadlines, requirements and costs in order.',
              lines: ['matching', 'strategy-report'],
            },
            larger: {
              text: 'You get a written strategy, but no list of matches.',
              lines: ['strategy-report'],
              without: ['matching'],
            },
          },
        },
        {
          slug: 'an-application',
          label: 'An application that’s ready to send',
          for: 'larger',
          wish: 'Want an application that’s ready to send?',
          reasons: {
            smaller: {
              text: 'It takes you as far as deciding. Help with the application isn’t included.',
              lines: ['final-call'],
              without: ['application-support'],
            },
            larger: {
              text: 'We help with your application and documents, and your strategy report says what to do when.',
              lines: ['application-support', 'strategy-report'],
            },
          },
        },
      ],
    },
    {
      question: 'Do you need help with an interview or a visa?',
      answers: [
        {
          slug: 'no',
          label: 'No, or not yet',
          for: 'smaller',
          wish: 'Don’t need help with an interview or a visa?',
          reasons: {
            smaller: {
              text: 'If you need an agent or a visa adviser later, it refers you to one.',
              lines: ['referral'],
            },
            larger: {
              text: 'Interview and visa preparation are included for when you need them.',
              lines: ['interview-preparation', 'visa-preparation'],
            },
          },
        },
        {
          slug: 'yes',
          label: 'Yes, soon',
          for: 'larger',
          wish: 'Need help with an interview or a visa?',
          reasons: {
            smaller: {
              text: 'It refers you to a visa adviser, if you need one. Interview preparation isn’t included.',
              lines: ['referral'],
              without: ['interview-preparation'],
            },
            larger: {
              text: 'It includes interview preparation, visa preparation and a guide to the weeks before you leave.',
              lines: ['interview-preparation', 'visa-preparation', 'pre-departure-guidance'],
            },
          },
        },
      ],
    },
  ],
}
