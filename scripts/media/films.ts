import type { BenefitIconName } from '#features/marketing/services/web/benefit-icons.tsx'

/** The films' text and drawings. They mention no price or figure from the catalogue, because those may change. */
export type Film = {
  name: 'my-future' | 'study-world' | 'biz-future'
  service: string
  scenes: Scene[]
}

export type Scene = {
  /** The text on the picture. */
  title: string
  /** The subtitle. */
  caption: string
  /** The service's large drawing, partly or whole, or a small one that is drawn line by line. */
  drawing: 'beginning' | 'whole' | { benefit: BenefitIconName } | { lines: string; amber: string }
}

/** Seconds per scene, long enough to read its text and subtitle twice. */
export const SCENE_SECONDS = 4

const talk = {
  lines: 'M6 10H44V36H24L14 46V36H6z M30 44H42L50 52V44H58V24H50 M14 20H36 M14 27H28',
  amber: '<circle cx="50" cy="12" r="8"/>',
}

export const films: Film[] = [
  {
    name: 'my-future',
    service: 'MY FUTURE',
    scenes: [
      {
        title: 'Not sure what comes next?',
        caption: 'After school, on a course or between jobs: most people start without knowing what comes next.',
        drawing: 'beginning',
      },
      {
        title: 'Tell us where you are now.',
        caption: 'In your first call, a consultant listens to where you are now and what you want.',
        drawing: talk,
      },
      {
        title: 'See your pathways side by side.',
        caption: 'Your roadmap compares realistic ways forward, with the first steps for each.',
        drawing: { benefit: 'threeWays' },
      },
      {
        title: 'Read a report about you.',
        caption:
          'Your Future Profile report sets out your strengths and interests. We review your CV and LinkedIn profile.',
        drawing: { benefit: 'portrait' },
      },
      {
        title: 'Decide, with someone to ask.',
        caption: 'In your final call, you go through everything and decide your first move.',
        drawing: { benefit: 'target' },
      },
      {
        title: 'A plan you can follow.',
        caption: 'MY FUTURE: career guidance and life skills, from “I don’t know” to a plan.',
        drawing: 'whole',
      },
    ],
  },
  {
    name: 'study-world',
    service: 'STUDY WORLD',
    scenes: [
      {
        title: 'Somewhere out there is your course.',
        caption: 'Thousands of universities, in dozens of countries. Where do you begin?',
        drawing: 'beginning',
      },
      {
        title: 'Tell us what you hope for.',
        caption: 'In a consultation, you tell us what you’ve studied, what you hope for and what you can spend.',
        drawing: talk,
      },
      {
        title: 'Find the places that fit.',
        caption: 'We find destinations, courses and universities that suit you.',
        drawing: { benefit: 'match' },
      },
      {
        title: 'One step at a time.',
        caption: 'Your strategy report says what to do first, what can wait and when it’s due.',
        drawing: { benefit: 'order' },
      },
      {
        title: 'Meet the right people.',
        caption: 'We don’t give immigration advice: we refer you to agents and qualified advisers.',
        drawing: { benefit: 'referral' },
      },
      {
        title: 'Go abroad with a plan in hand.',
        caption: 'STUDY WORLD: guidance for studying in another country.',
        drawing: 'whole',
      },
    ],
  },
  {
    name: 'biz-future',
    service: 'BIZ FUTURE',
    scenes: [
      {
        title: 'Your work is good. Who sees it?',
        caption: 'You have customers to look after and no time to post.',
        drawing: 'beginning',
      },
      {
        title: 'First, a plan.',
        caption: 'First we agree who you want to reach, what you’ll say and what each platform is for.',
        drawing: { benefit: 'target' },
      },
      {
        title: 'Then posts and reels.',
        caption: 'We write, design and schedule posts and reels for your platforms.',
        drawing: { benefit: 'tiles' },
      },
      {
        title: 'Every one accounted for.',
        caption: 'Your portal lists what you’ve paid for and what’s been delivered.',
        drawing: { benefit: 'tally' },
      },
      {
        title: 'And a report in plain English.',
        caption: 'Your monthly report covers what went out, how people responded and what we’d change.',
        drawing: { benefit: 'chart' },
      },
      {
        title: 'Let people see it.',
        caption: 'BIZ FUTURE: business and social-media consulting for startups and small businesses.',
        drawing: 'whole',
      },
    ],
  },
]
