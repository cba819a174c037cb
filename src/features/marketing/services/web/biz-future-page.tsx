import { servicePageLoader } from '../../web/load-page.ts'
import { serviceMeta } from '../../web/page-meta.ts'
import { type ServiceContent, ServicePage } from './service-page.tsx'
import type { Benefit, Step } from './service-sections.tsx'

const audiences = [
  {
    name: 'Just starting out',
    need: 'Your product is ready and your channels are empty. You need a first month that doesn’t look like one.',
  },
  {
    name: 'Known locally, invisible online',
    need: 'Your regulars love you, but anyone who looks you up finds your last post is two summers old.',
  },
  {
    name: 'Posting at random',
    need: 'You post when you remember to. It eats up your evenings, and you’ve no idea if it’s working.',
  },
  {
    name: 'Ready to advertise',
    need: 'You’d spend money on a campaign if someone looked after it properly.',
  },
]

const benefits: Benefit[] = [
  {
    picture: 'biz-future-posts',
    title: 'Posts and reels, made for you',
    text: 'We write, design and schedule them. You send us photos and clips, and see the results in your portal.',
    packageLines: ['posts', 'reels'],
    sample: { slug: 'monthly-report', page: 4, name: 'Sample post and reel', packageLines: ['posts', 'reels'] },
  },
  {
    picture: 'biz-future-report',
    title: 'Results in plain English',
    text: 'Your monthly report covers what went out, how people responded and what we’d change.',
    packageLines: ['monthly-report'],
    sample: {
      slug: 'monthly-report',
      name: 'Sample monthly report',
      packageLines: ['biz-future-basic/monthly-report'],
    },
  },
  {
    picture: 'biz-future-plan',
    title: 'A plan before a post',
    text: 'Together we agree who to reach, what to say and what each platform is for, in a written strategy or in PRO’s strategy meeting.',
    packageLines: ['biz-future-basic/strategy', 'biz-future-pro/strategy-meeting'],
  },
  {
    picture: 'biz-future-tally',
    title: 'Every post accounted for',
    text: 'Your portal lists every post, reel and report you’ve paid for, so you can see what’s been delivered.',
    packageLines: ['posts', 'reels', 'monthly-report'],
  },
]

const details = [
  {
    text: 'You choose the platforms, for example Instagram, Facebook and your Google Business Profile.',
    packageLines: ['platforms'],
  },
  { text: 'Each post and reel is made for one platform and adapted to the others.', packageLines: ['posts', 'reels'] },
  { text: 'It includes the monthly report, too.', packageLines: ['biz-future-pro/monthly-report'] },
]

const reasons = {
  'biz-future-basic': {
    name: 'BIZ FUTURE',
    audience: 'You want to be seen regularly, without paying for advertising.',
    price: 'It covers the strategy, your posts and reels, and the report on how they did.',
    details,
  },
  'biz-future-pro': {
    name: 'BIZ FUTURE PRO',
    audience: 'You want more content, and someone to look after a paid campaign.',
    price: 'It has more posts and reels, and covers making the video ad and managing the campaign.',
    details,
  },
}

const meanings = {
  platforms: 'Where we publish. You choose them, for example Instagram, Facebook and your Google Business Profile.',
  posts: 'Each is made for one platform and adapted to the others. We write, design and schedule them over the month.',
  reels:
    'Short videos, each made for one platform and adapted to the others. We write, design and schedule them. Filming isn’t included.',
  'monthly-report': 'At the end of the month: what went out, how people responded and what we’d change.',
  strategy: 'Comes first. Who to reach, what to say and what each platform is for, in writing.',
  'strategy-meeting': 'Comes first. We agree who to reach, what to say and what each platform is for.',
  'video-ad': 'A video for your campaign.',
  'campaign-management': 'We run the campaign. You pay the platform for the advertising itself.',
}

const steps: Step[] = [
  {
    title: 'Choose a package',
    text: 'You pay once for a month, and it doesn’t renew.',
    packageLines: [],
  },
  {
    title: 'Agree the strategy',
    text: 'We’ll ask about your customers, your voice and your goals. BIZ FUTURE puts the strategy in writing; with PRO, we talk it through in a strategy meeting.',
    packageLines: ['biz-future-basic/strategy', 'biz-future-pro/strategy-meeting'],
  },
  {
    title: 'We make and publish',
    text: 'Your posts and reels go out on three platforms over the month. With PRO, a video ad and a paid campaign run alongside them.',
    packageLines: ['platforms', 'posts', 'reels', 'biz-future-pro/video-ad', 'biz-future-pro/campaign-management'],
  },
  {
    title: 'Read the report',
    text: 'At the end of the month, you’ll see what worked and decide whether to carry on.',
    packageLines: ['monthly-report'],
  },
]

const yourPart: Step[] = [
  {
    title: 'Tell us about your business',
    text: 'Who your customers are, what you charge and what’s coming up. Write to us in your portal’s messages; with PRO, you can also tell us in the strategy meeting.',
    packageLines: ['biz-future-basic/strategy', 'biz-future-pro/strategy-meeting'],
  },
  {
    title: 'Take the photos and clips',
    text: 'We don’t come and film. If posts or reels should show your place, take the shots on your phone, and put a link to a shared folder in a message.',
    packageLines: ['posts', 'reels'],
  },
  {
    title: 'Let us publish',
    text: 'Give us access to your three platforms. You keep your passwords, and you can take the access back.',
    packageLines: ['platforms'],
  },
  {
    title: 'Check what we’ve made',
    text: 'When something’s ready for you to check, we’ll let you know. You approve it in your portal or ask for changes, and there’s no set number of rounds. If you don’t answer for 7 days, we may mark it as delivered and publish it without your answer.',
    packageLines: [],
  },
  {
    title: 'Answer your customers',
    text: 'Comments and messages on your platforms stay with you. No package includes answering them.',
    packageLines: [],
  },
  {
    title: 'Pay for the adverts',
    text: 'Only with PRO: we run the campaign, and you pay the platform for the advertising itself.',
    packageLines: ['biz-future-pro/campaign-management'],
  },
]

const questions = [
  {
    question: 'Can you promise followers or sales?',
    answer:
      'No. We promise the work listed, done with care and on time, and a report that’s honest about what didn’t work.',
  },
  {
    question: 'What if I don’t like a post?',
    answer:
      'Tell us what to change. When we ask you to check a post, your portal has two buttons beside it: approve, or ask for changes. You can ask more than once. Approving marks it as delivered, and it goes out on the day we’ve planned.',
  },
  {
    question: 'Can I change my mind after paying?',
    answer:
      'Not if you’re buying for a business: your package starts as soon as you’ve paid, and the 14-day right to cancel is for consumers. If you’re buying for yourself, you can cancel within 14 days. Unsure? Ask us before you pay.',
  },
  {
    question: 'Which platforms do you cover?',
    answer:
      'Three that you choose: for example Instagram, Facebook, TikTok, LinkedIn or your Google Business Profile. On your own, two are plenty, as our guide to the first 90 days says. Here, we do the work on all three.',
  },
  {
    question: 'What if I’m not on Google yet?',
    answer:
      'Claim your Google Business Profile first: it’s free, and our guide to the first 90 days says how. You can then choose it as one of your three platforms. Stuck? Ask us before you buy.',
  },
  {
    question: 'Is the advertising budget included in PRO?',
    answer:
      'No. The price covers managing the campaign and making the video ad. You pay the platform for the advertising itself, within the limit you set.',
  },
  {
    question: 'Do I have to give you my passwords?',
    answer:
      'No. Most platforms let you give an agency access without sharing a password. We ask for no more access than we need, and you can remove it at any time.',
  },
  {
    question: 'Does the package renew?',
    answer: 'No. Both BIZ FUTURE packages run for one month and end. If you want another month, you can buy one.',
  },
]

export const content: ServiceContent = {
  service: 'BIZ FUTURE',
  slug: 'biz-future',
  title: 'BIZ FUTURE: business and social-media consulting',
  description:
    'A month of planned posts and reels on three platforms, with a strategy and a report, for startups and small businesses.',
  serviceType: 'Business and social-media consulting',
  hero: {
    title: 'Your work is good. Let people see it.',
    text: 'Business and social-media consulting for startups and small businesses with customers to look after and no time to post.',
  },
  picture: {
    name: 'biz-future-hero',
    alt: 'A paper high street at opening time, with a café whose cakes and coffee are already on people’s phones.',
  },
  titles: {
    audiences: 'For businesses where everyone’s already busy',
    benefits: 'What you get in a month',
    steps: 'A month in four steps',
    packages: 'Stay visible, or add a paid campaign',
  },
  packagesLead: 'Both cover three platforms for a month. PRO has more content and a paid campaign.',
  isForBusinesses: true,
  reasons,
  meanings,
  audiences,
  benefits,
  steps,
  yourPart,
  portal: ['business-review', 'business-package', 'business-invoices'],
  questions,
}

export const loader = servicePageLoader('BIZ_FUTURE')

export const meta = serviceMeta(content)

export default function BizFuturePage() {
  return <ServicePage content={content} />
}
