import { BarsIllustration } from '../../web/bars-illustration.tsx'
import { servicePageLoader } from '../../web/load-page.ts'
import { serviceMeta } from '../../web/page-meta.ts'
import { type ServiceContent, ServicePage } from './service-page.tsx'
import type { Benefit } from './service-sections.tsx'

const audiences = [
  {
    name: 'Just founded',
    need: 'The product is ready and the channels are empty. You need a first month that does not look like a first month.',
  },
  {
    name: 'Known in the street',
    need: 'Regulars love you, and anyone searching online finds a last post from two summers ago.',
  },
  {
    name: 'Posting at random',
    need: 'You post when you remember to. It costs evenings, and you cannot say what it brings.',
  },
  {
    name: 'Ready to advertise',
    need: 'You would spend money on a campaign if somebody looked after it properly.',
  },
]

const benefits: Benefit[] = [
  {
    drawing: 'target',
    title: 'A plan before a post',
    text: 'The strategy says whom you want to reach, what you tell them and what each platform is for.',
  },
  {
    drawing: 'tiles',
    title: 'Content that is made',
    text: 'Posts and reels are written, designed and scheduled. You see them in your portal.',
  },
  {
    drawing: 'tally',
    title: 'A month that is counted',
    text: 'Every post, reel and report you paid for is listed, so you can see what has been delivered.',
  },
  {
    drawing: 'chart',
    title: 'Figures in plain words',
    text: 'The monthly report says what went out, what people did with it and what we would change.',
  },
]

const steps = [
  {
    title: 'Choose a package',
    text: 'Both run for one month and are paid once. Nothing renews by itself.',
  },
  {
    title: 'Agree the strategy',
    text: 'We ask about your customers, your voice and your goals. PRO includes a strategy meeting to talk it through.',
  },
  {
    title: 'We make and publish',
    text: 'Posts and reels go out on three platforms over the month. With PRO a video ad and a paid campaign run beside them.',
  },
  {
    title: 'Read the report',
    text: 'At the end of the month you see what worked, and decide whether to go on.',
  },
]

const questions = [
  {
    question: 'Which platforms do you cover?',
    answer: 'Three, chosen with you in the strategy. It is better to do three well than to be absent from six.',
  },
  {
    question: 'Is the advertising budget included in PRO?',
    answer:
      'No. The price covers managing the campaign and making the video ad. What you spend with the platform is paid by you to the platform, within the limit you set.',
  },
  {
    question: 'Do I have to give you my passwords?',
    answer:
      'No. Most platforms let you give an agency access without sharing a password, and we ask for no more than the work needs. You can end the access at any time.',
  },
  {
    question: 'Does the package renew?',
    answer: 'No. Both BIZ FUTURE packages run for one month and end. If you want another month, you buy one.',
  },
  {
    question: 'Can you promise followers or sales?',
    answer:
      'No. We promise the work that is listed, done with care and on time, and a report that does not hide what went badly.',
  },
]

const content: ServiceContent = {
  service: 'BIZ FUTURE',
  slug: 'biz-future',
  title: 'BIZ FUTURE: business and social-media consulting',
  description:
    'A month of planned posts and reels on three platforms, with a strategy and a report, for startups and small businesses.',
  serviceType: 'Business and social-media consulting',
  hero: {
    title: 'Your work is good. Let people see it.',
    text: 'Business and social-media consulting for startups and small businesses that have customers to look after and no time to post.',
  },
  Drawing: BarsIllustration,
  titles: {
    audiences: 'For businesses where everybody already has a job',
    benefits: 'What a month gives you',
    steps: 'Four weeks, four steps',
    packages: 'Steady presence, or a campaign behind it',
  },
  packagesLead:
    'Both cover three platforms for a month. PRO adds content, a video ad, a managed campaign and a strategy meeting.',
  audiences,
  benefits,
  steps,
  questions,
}

export const loader = servicePageLoader('BIZ_FUTURE')

export const meta = serviceMeta(content)

export default function BizFuturePage() {
  return <ServicePage content={content} />
}
