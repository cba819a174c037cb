import { OpensIn } from '#features/catalogue/web/public.tsx'
import { servicePageLoader } from '../../web/load-page.ts'
import { serviceMeta } from '../../web/page-meta.ts'
import { RoadIllustration } from '../../web/road-illustration.tsx'
import { type ServiceContent, ServicePage } from './service-page.tsx'
import type { Benefit } from './service-sections.tsx'

const audiences = [
  {
    name: 'At school or in sixth form',
    need: 'Subjects, apprenticeship or university: the choice comes early, and the people around you all have an opinion.',
  },
  {
    name: 'Studying, with doubts',
    need: 'You are on a course and wonder where it leads, or whether to change before another year goes by.',
  },
  {
    name: 'Between study and work',
    need: 'Not in education, not employed, and tired of sending the same CV into silence.',
  },
  {
    name: 'Changing direction',
    need: 'You have worked for some years and want the next step to be chosen instead of stumbled into.',
  },
]

const benefits: Benefit[] = [
  {
    drawing: 'threeWays',
    title: 'Three pathways, not one verdict',
    text: 'Your roadmap compares three realistic ways forward, with the first steps of each.',
  },
  {
    drawing: 'report',
    title: 'A report about you',
    text: 'The Future Profile sets down strengths, interests and conditions in ten pages you can come back to.',
  },
  {
    drawing: 'portrait',
    title: 'Papers that open doors',
    text: 'Your CV and LinkedIn profile are read by a consultant and come back with concrete changes.',
  },
  {
    drawing: 'week',
    title: 'Skills for daily life',
    text: 'Planning a week, preparing a call, asking for help: what school often leaves out is part of the talk.',
  },
]

const steps = [
  {
    title: 'Create an account and buy a package',
    text: 'Paying takes a minute. Your portal then shows what your package includes and what is still to come.',
  },
  {
    title: 'Book your initial consultation',
    text: 'Pick a free time. In ten minutes the consultant learns where you stand and what you want out of the week.',
  },
  {
    title: 'Send what you have',
    text: 'Your CV, your LinkedIn address, certificates, half-finished ideas. Rough is fine.',
  },
  {
    title: 'Read your roadmap and report',
    text: 'The Future Profile report and the roadmap with three pathways arrive in your portal.',
  },
  {
    title: 'Decide in the final call',
    text: 'Twenty minutes to go through the three pathways, ask everything, and choose what you do first.',
  },
]

const questions = [
  {
    question: 'Is ten minutes enough for a consultation?',
    answer:
      'The first call is for your situation and your goal, and it is short on purpose. The work happens between the calls, when the consultant writes your roadmap and report. The final call takes twenty minutes.',
  },
  {
    question: 'What is the difference between WEEK and X?',
    answer:
      'WEEK is bought once and ends after a week. X includes everything in WEEK, adds consultations whenever you request them, monthly updates of your profile and support with your portfolio, and renews each month until you cancel.',
  },
  {
    question: 'How do I cancel MY FUTURE X?',
    answer:
      'In your portal, at any time. You keep what you have paid for until the end of that month, and nothing is charged after it.',
  },
  {
    question: 'I am under 18. Can I buy this?',
    answer:
      'Yes, with a parent or guardian. The checkout asks whether you are under 18, and if so they confirm by e-mail before any payment is taken.',
  },
  {
    question: 'Will you find me a job?',
    answer:
      'No. We help you choose a direction and present yourself well. Employers, colleges and universities make their own decisions.',
  },
]

const content: ServiceContent = {
  service: 'MY FUTURE',
  slug: 'my-future',
  title: 'MY FUTURE: career guidance and life skills',
  description:
    'A consultant, a written roadmap with three pathways and a Future Profile report, for students, young people and adults between study and work.',
  serviceType: 'Career guidance',
  hero: {
    title: 'From “I am not sure” to a plan you can follow.',
    text: 'Career guidance and life skills for students, young people and adults who are not in education or work right now.',
  },
  Drawing: RoadIllustration,
  titles: {
    audiences: 'You do not need to know what you want yet',
    benefits: 'What you take away',
    steps: 'One week, step by step',
    packages: 'A week, or as long as you like',
  },
  packagesLead: 'WEEK is one focused round. X keeps a consultant at your side and renews each month until you cancel.',
  audiences,
  benefits,
  steps,
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
