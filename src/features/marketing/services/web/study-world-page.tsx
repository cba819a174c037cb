import { servicePageLoader } from '../../web/load-page.ts'
import { serviceMeta } from '../../web/page-meta.ts'
import { type ServiceContent, ServicePage } from './service-page.tsx'
import { type Benefit, questionOfParents, type Step } from './service-sections.tsx'

const audiences = [
  {
    name: 'Choosing a first degree',
    need: 'You know you want to go abroad, but not whether to choose the country or the course first.',
  },
  {
    name: 'Planning a master’s',
    need: 'You’re comparing courses that look alike on paper but cost very different amounts.',
  },
  {
    name: 'Helping from home',
    need: 'You’re the parent who’s paying, and you’d like to see the reasoning in writing.',
  },
  {
    name: 'Already at university',
    need: 'You’re thinking of starting again or transferring abroad, and want to know what it would take.',
  },
  {
    name: 'Already got an offer',
    need: 'You’ve got the place. Now for the paperwork, the interview and getting ready to leave.',
  },
]

const benefits: Benefit[] = [
  {
    picture: 'study-world-matching',
    title: 'A match, with reasons',
    text: 'STUDY WORLD lists destinations, courses and universities to suit your grades, budget and aims, and says why each is there.',
    packageLines: ['study-world-basic/matching'],
  },
  {
    picture: 'study-world-strategy',
    title: 'A written strategy',
    text: 'Your report puts deadlines, requirements and costs in an order you can work through.',
    packageLines: ['strategy-report'],
    sample: {
      slug: 'study-strategy',
      name: 'Sample strategy report',
      packageLines: ['study-world-basic/strategy-report'],
    },
  },
  {
    picture: 'study-world-referral',
    title: 'The right people to ask',
    text: 'Both packages put you in touch with agents. STUDY WORLD refers you to a qualified visa adviser too, if you need one.',
    packageLines: ['study-world-basic/referral', 'study-world-pro/agent-referrals'],
  },
  {
    picture: 'study-world-departure',
    title: 'Ready to travel',
    text: 'PRO includes help with your application and documents, interview and visa preparation, and a guide to the weeks before you leave.',
    packageLines: [
      'study-world-pro/application-support',
      'study-world-pro/interview-preparation',
      'study-world-pro/visa-preparation',
      'study-world-pro/pre-departure-guidance',
    ],
  },
]

const reasons = {
  'study-world-basic': {
    name: 'STUDY WORLD',
    audience: 'You’re still choosing the country, the course or the university.',
    price: 'It covers finding your matches, a report and two calls. It stops before your application.',
  },
  'study-world-pro': {
    name: 'STUDY WORLD PRO',
    audience: 'You know where you want to apply.',
    price: 'It covers a longer consultation and report, and work on your application, documents, interview and visa.',
  },
}

const meanings = {
  consultation: 'We talk about your grades, languages, budget and what you hope to do afterwards.',
  'final-call': 'You talk through your matches and your report, and decide. Book it once your report is there.',
  'interview-preparation': 'A call to get you ready for your interview.',
  matching: 'A list to suit your grades, budget and aims, with the pros and cons of each place.',
  'strategy-report': 'Requirements, deadlines, costs and your next steps, in an order you can work through.',
  referral: 'We put you in touch with agents and, if you need one, a qualified visa adviser.',
  'application-support': 'We help with your application and the documents it needs.',
  'visa-preparation':
    'We help you find the official information and collect your documents. It isn’t immigration advice, and PRO doesn’t include STUDY WORLD’s referral to a visa adviser.',
  'agent-referrals': 'We put you in touch with agents.',
  'pre-departure-guidance': 'A guide to the weeks before you leave.',
}

const steps: Step[] = [
  {
    title: 'Tell us where you are now',
    text: 'In the consultation, we’ll talk about your grades, languages, budget and what you hope to do afterwards.',
    packageLines: ['consultation'],
  },
  {
    title: 'See your matches',
    text: 'With STUDY WORLD, your consultant compares destinations, courses and universities, and writes down the pros and cons of each.',
    packageLines: ['study-world-basic/matching'],
  },
  {
    title: 'Read your strategy report',
    text: 'It arrives in your portal, with the requirements, the deadlines and your next steps.',
    packageLines: ['strategy-report'],
  },
  {
    title: 'Decide, or get ready to go',
    text: 'STUDY WORLD ends with a final call to talk it all through. PRO helps with your application and documents, covers interview and visa preparation, and gives you a pre-departure guide.',
    packageLines: [
      'study-world-basic/final-call',
      'study-world-pro/application-support',
      'study-world-pro/interview-preparation',
      'study-world-pro/visa-preparation',
      'study-world-pro/pre-departure-guidance',
    ],
  },
]

const questions = [
  questionOfParents,
  {
    question: 'What if the report comes on the last day?',
    answer:
      'It’s due by the day your package ends, and STUDY WORLD’s final call must start before the end. You can book the call for any time after your consultation: do it once your report is there, or book early and move it up to 24 hours beforehand. If we have no time free before the end, we’ll extend your package so that you can have the call.',
  },
  {
    question: 'I’m already at a UK university. Can you help?',
    answer:
      'Yes, if you want to start again or transfer to a university abroad: STUDY WORLD’s matches and report set out requirements, deadlines and costs. Whether your credits count is up to the new university. For an exchange year, ask your own university first.',
  },
  {
    question: 'Do you give immigration advice?',
    answer:
      'No. Immigration advice is a regulated service. We give general information. STUDY WORLD refers you to a qualified adviser if you need one, and PRO helps you prepare your documents.',
  },
  {
    question: 'Can you guarantee a place or a visa?',
    answer:
      'No, and no one honestly can. Universities and the authorities decide. We’ll help you find places that suit you and, with PRO, apply on time with your paperwork in order.',
  },
  {
    question: 'Is ten minutes enough for a consultation?',
    answer:
      'Yes, for a first call. You tell us about your grades, languages, budget and aims. The work happens between the calls, when your consultant finds your matches and writes your report. The final call takes twenty minutes. In PRO, the consultation takes thirty.',
  },
  {
    question: 'Which countries do you cover?',
    answer:
      'We start from your aims and look at the destinations that fit them. If we don’t know a country well, we’ll tell you in the consultation.',
  },
  {
    question: 'How long is the report?',
    answer:
      'Ten to fifteen pages in STUDY WORLD, fifteen to twenty in STUDY WORLD PRO. It’s written for you, not filled in from a form.',
  },
  {
    question: 'Are agent or university fees included?',
    answer:
      'No. The price covers our work. Universities, authorities, agents and advisers charge their own fees, which you agree with them directly.',
  },
]

export const content: ServiceContent = {
  service: 'STUDY WORLD',
  slug: 'study-world',
  title: 'STUDY WORLD: study-abroad guidance',
  description:
    'Destinations, courses and universities matched to you, a written strategy report, and referral to visa advisers and agents.',
  serviceType: 'Study-abroad guidance',
  hero: {
    title: 'The right course might be in another country.',
    text: 'Guidance for students who want to study abroad: where to go, what to study, which university, and what to do first.',
  },
  picture: {
    name: 'study-world-hero',
    alt: 'A student with a suitcase on a paper quay; a train crosses the sea, and the globe rises behind it.',
  },
  titles: {
    audiences: 'For students with one eye on the map',
    benefits: 'What you’ll take away',
    steps: 'From “one day” to a plan',
    packages: 'Choose where to go, or get ready to leave',
  },
  packagesLead: 'STUDY WORLD helps you decide where to apply. PRO is for when you’ve decided.',
  reasons,
  meanings,
  audiences,
  benefits,
  steps,
  portal: ['booking', 'review', 'package'],
  questions,
}

export const loader = servicePageLoader('STUDY_WORLD')

export const meta = serviceMeta(content)

export default function StudyWorldPage() {
  return (
    <ServicePage content={content}>
      <ImmigrationNotice />
    </ServicePage>
  )
}

/** PRODUCT D24: immigration advice is a regulated service, and we do not offer it. */
function ImmigrationNotice() {
  return (
    <section aria-labelledby="immigration" className="container-page pb-6 md:pb-20">
      <div className="grid gap-x-16 gap-y-3 border-l-4 border-primary pl-6 md:grid-cols-[2fr_3fr]">
        <h2 id="immigration" className="text-xl">
          Visas: information and referral
        </h2>
        <p className="max-w-prose text-muted">
          We’ll show you where to find the official information. STUDY WORLD refers you to a qualified adviser if you
          need one, and PRO helps you collect documents. We don’t give immigration advice, and we can’t promise a visa
          or a place: the authorities and universities decide.
        </p>
      </div>
    </section>
  )
}
