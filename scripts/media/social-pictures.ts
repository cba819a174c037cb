import type { SceneName } from './illustrations/scenes.ts'

export type SocialPicture = { name: string; eyebrow: string; title: string; scene: SceneName; isDusk?: boolean }

/** The pictures for shared links, one for each public page. No picture shows the company's name: it's a setting. */
export const socialPictures: SocialPicture[] = [
  { name: 'home', eyebrow: 'Career, study abroad, small business', title: 'What comes next?', scene: 'home' },
  {
    name: 'my-future',
    eyebrow: 'MY FUTURE',
    title: 'From “I don’t know” to a plan you can act on.',
    scene: 'my-future-hero',
  },
  {
    name: 'study-world',
    eyebrow: 'STUDY WORLD',
    title: 'The right course might be in another country.',
    scene: 'study-world-hero',
  },
  {
    name: 'biz-future',
    eyebrow: 'BIZ FUTURE',
    title: 'Your work is good. Let people see it.',
    scene: 'biz-future-hero',
  },
  { name: 'about', eyebrow: 'About us', title: 'We help people decide what comes next.', scene: 'my-future-package' },
  { name: 'consultants', eyebrow: 'Our consultants', title: 'The people you’ll talk to.', scene: 'my-future-skills' },
  {
    name: 'which-service',
    eyebrow: 'Four short questions',
    title: 'Which service is right for me?',
    scene: 'home',
    isDusk: true,
  },
  { name: 'contact', eyebrow: 'Contact', title: 'Ask us first.', scene: 'study-world-referral' },
  { name: 'samples', eyebrow: 'Samples', title: 'See what you’ll get before you buy.', scene: 'my-future-cv' },
  {
    name: 'sample-future-profile',
    eyebrow: 'MY FUTURE sample',
    title: 'Future Profile report',
    scene: 'my-future-report',
  },
  { name: 'sample-roadmap', eyebrow: 'MY FUTURE sample', title: 'Roadmap with 3 pathways', scene: 'my-future-roadmap' },
  {
    name: 'sample-study-strategy',
    eyebrow: 'STUDY WORLD sample',
    title: 'Strategy report',
    scene: 'study-world-strategy',
  },
  { name: 'sample-monthly-report', eyebrow: 'BIZ FUTURE sample', title: 'Monthly report', scene: 'biz-future-tally' },
  { name: 'guides', eyebrow: 'Guides', title: 'Decide with the facts in front of you.', scene: 'study-world-matching' },
  {
    name: 'guide-after-a-levels',
    eyebrow: 'Guide',
    title: 'What to do after A-levels: four routes compared',
    scene: 'guide-after-a-levels',
  },
  {
    name: 'guide-netherlands-germany',
    eyebrow: 'Guide',
    title: 'Studying in the Netherlands or Germany from the UK',
    scene: 'guide-netherlands-germany',
  },
  {
    name: 'guide-personal-statement',
    eyebrow: 'Guide',
    title: 'How to write a personal statement that says something',
    scene: 'guide-personal-statement',
  },
  {
    name: 'guide-first-90-days',
    eyebrow: 'Guide',
    title: 'The first 90 days of a business page',
    scene: 'guide-first-90-days',
  },
  {
    name: 'guide-career-consultation',
    eyebrow: 'Guide',
    title: 'What happens in a career consultation',
    scene: 'guide-career-consultation',
  },
  {
    name: 'guide-refunds',
    eyebrow: 'Guide',
    title: 'How our refunds work, with worked examples',
    scene: 'guide-refunds',
  },
  { name: 'privacy', eyebrow: 'Your data', title: 'Privacy Policy', scene: 'my-future-package', isDusk: true },
  { name: 'terms', eyebrow: 'Our contract with you', title: 'Terms of Service', scene: 'guide-refunds', isDusk: true },
  { name: 'accessibility', eyebrow: 'For everybody', title: 'Accessibility', scene: 'my-future-hero', isDusk: true },
  {
    name: 'security',
    eyebrow: 'Tell us',
    title: 'Reporting a security problem',
    scene: 'study-world-hero',
    isDusk: true,
  },
  {
    name: 'complaints',
    eyebrow: 'Complaints',
    title: 'Tell us what went wrong.',
    scene: 'guide-career-consultation',
    isDusk: true,
  },
  {
    name: 'cancel-contract',
    eyebrow: 'Cancel a contract',
    title: 'No login needed.',
    scene: 'guide-career-consultation',
  },
]
