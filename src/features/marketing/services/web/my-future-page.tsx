import { OpensIn } from '#features/catalogue/web/public.tsx'
import { servicePageLoader } from '../../web/load-page.ts'
import { serviceMeta } from '../../web/page-meta.ts'
import { type ServiceContent, ServicePage } from './service-page.tsx'
import { type Benefit, questionOfParents, type Step } from './service-sections.tsx'

const audiences = [
  {
    name: 'At school or in sixth form',
    need: 'Subjects, an apprenticeship or university: the choice comes early, and everyone around you has an opinion.',
  },
  {
    name: 'Having doubts about your course',
    need: 'You’re wondering where it leads, or whether to switch before another year goes by.',
  },
  {
    name: 'Between education and work',
    need: 'You’re not studying or working, and you’re tired of sending out the same CV and hearing nothing back.',
  },
  {
    name: 'Changing direction',
    need: 'You’ve worked for a few years and want to choose your next step, not stumble into it.',
  },
]

const benefits: Benefit[] = [
  {
    picture: 'my-future-roadmap',
    title: 'Three pathways, not one verdict',
    text: 'Your roadmap compares three realistic ways forward, with the first steps for each.',
    packageLines: ['roadmap'],
    sample: { slug: 'roadmap', name: 'Sample roadmap', packageLines: ['roadmap'] },
  },
  {
    picture: 'my-future-report',
    title: 'A report about you',
    text: 'Your Future Profile sets out your strengths, your interests and what you need from work, in ten pages you can come back to.',
    packageLines: ['future-profile-report'],
    sample: { slug: 'future-profile', name: 'Sample report', packageLines: ['future-profile-report'] },
  },
  {
    picture: 'my-future-cv',
    title: 'A stronger CV',
    text: 'A consultant reads your CV and LinkedIn profile and tells you what to change.',
    packageLines: ['resume-review', 'linkedin-review'],
  },
  {
    picture: 'my-future-skills',
    title: 'Life skills with MY FUTURE X',
    text: 'Planning your week, preparing for an interview, asking for help: use its unlimited calls to work on what school leaves out.',
    packageLines: ['my-future-pro/consultation'],
  },
]

const reasons = {
  'my-future-basic': {
    name: 'MY FUTURE WEEK',
    audience: 'You want a plan soon, and to pay once.',
    price: 'You pay for the speed: everything before the week ends, in a single payment, with nothing to cancel.',
  },
  'my-future-pro': {
    name: 'MY FUTURE X',
    audience: 'You’d like a consultant at your side for longer, with a call whenever you need one.',
    price:
      'X costs less a month because we spread the same services over your first month. You pay every month until you cancel.',
  },
}

const meanings = {
  'initial-consultation': 'You tell your consultant where you are now and what you want.',
  'final-call': 'You go through the three pathways, ask anything and decide your first move.',
  consultation: 'A call whenever you need one. You book them one at a time.',
  roadmap: 'Three realistic ways forward, with the first steps for each.',
  'future-profile-report': 'Your strengths, your interests and what you need from work, in writing.',
  'resume-review': 'A consultant reads your CV and tells you what to change.',
  'linkedin-review': 'A consultant reads your LinkedIn profile and tells you what to change.',
  'profile-update': 'We bring your Future Profile up to date.',
  'portfolio-support': 'Help with all three for as long as you subscribe.',
  'priority-resources': 'Files and notes that your consultant picks for you and adds to your portal each month.',
}

const steps: Step[] = [
  {
    title: 'Create an account and buy a package',
    text: 'Paying takes a minute. Your portal then shows what’s included and what’s still to come.',
    packageLines: [],
  },
  {
    title: 'Book your initial consultation',
    text: 'Pick a time that suits you. In ten minutes, your consultant learns where you are now and what you want from the week.',
    packageLines: ['initial-consultation'],
  },
  {
    title: 'Send us what you have',
    text: 'Your CV, a link to your LinkedIn profile, certificates, half-finished ideas. Rough is fine.',
    packageLines: [],
  },
  {
    title: 'Read your roadmap and report',
    text: 'Your Future Profile report, your roadmap with three pathways and our review of your CV and LinkedIn profile arrive in your portal.',
    packageLines: ['roadmap', 'future-profile-report', 'resume-review', 'linkedin-review'],
  },
  {
    title: 'Decide in your final call',
    text: 'Twenty minutes to go through the three pathways, ask anything and decide your first move.',
    packageLines: ['final-call'],
  },
]

const questions = [
  {
    id: 'under-18',
    question: 'I’m under 18. Can I buy this?',
    answer:
      'Yes, with a parent or guardian. At the checkout you tell us their name and email address. We email them the package and its whole price, and they say yes or no on a page that needs no account. Once they’ve agreed, you have 30 days to pay. In our terms they’re then the customer, and the service is for you. Would you like them in a call with you? Ask us in a message before it.',
  },
  questionOfParents,
  {
    question: 'What if I don’t have a CV or a LinkedIn profile yet?',
    answer:
      'You can still start: your calls, your roadmap and your report don’t depend on them. The review covers what you’ve written yourself, and a rough draft is enough. MY FUTURE X also includes help with your CV, LinkedIn profile and portfolio for as long as you subscribe.',
  },
  {
    question: 'Is ten minutes enough for a consultation?',
    answer:
      'Yes, for a first call. It’s short on purpose: you tell us your situation and your goal. The work happens between the calls, when your consultant writes your roadmap and report. The final call takes twenty minutes.',
  },
  {
    question: 'How do I cancel MY FUTURE X?',
    answer:
      'In your portal, at any time. You keep what you’ve paid for until the end of that month, and we won’t charge you again.',
  },
  {
    question: 'Will you find me a job?',
    answer:
      'No. We’ll help you choose a direction and present yourself well. Employers, colleges and universities make their own decisions.',
  },
]

export const content: ServiceContent = {
  service: 'MY FUTURE',
  slug: 'my-future',
  title: 'MY FUTURE: career guidance and life skills',
  description:
    'A consultant, a written roadmap with three pathways and a Future Profile report, for students, young people and adults between education and work.',
  serviceType: 'Career guidance',
  hero: {
    title: 'From “I don’t know” to a plan you can act on.',
    text: 'Career guidance and life skills for students, young people and adults not in education or work.',
  },
  picture: {
    name: 'my-future-hero',
    alt: 'A young person with a rucksack where a paper road divides into three: to a college, a summit and a town.',
  },
  titles: {
    audiences: 'You don’t need to know what you want yet',
    benefits: 'What you’ll take away',
    steps: 'One week, step by step',
    packages: 'A week, or as long as you like',
  },
  packagesLead:
    'WEEK delivers everything within seven days. X delivers the same within its first month, then carries on until you cancel.',
  buyersNote: { text: 'Under 18? A parent or guardian agrees by email before you pay.', to: '#under-18' },
  reasons,
  meanings,
  audiences,
  benefits,
  steps,
  portal: ['booking', 'review', 'package'],
  questions,
}

export const loader = servicePageLoader('MY_FUTURE')

export const meta = serviceMeta(content)

export default function MyFuturePage() {
  return (
    <OpensIn market="international">
      <ServicePage content={content} />
    </OpensIn>
  )
}
