import { GlobeIllustration } from '../../web/globe-illustration.tsx'
import { servicePageLoader } from '../../web/load-page.ts'
import { serviceMeta } from '../../web/page-meta.ts'
import { type ServiceContent, ServicePage } from './service-page.tsx'
import type { Benefit } from './service-sections.tsx'

const audiences = [
  {
    name: 'Choosing a first degree',
    need: 'You know you want to go abroad, but not yet whether the country or the course should come first.',
  },
  {
    name: 'Planning a master’s',
    need: 'You compare programmes that look alike on paper and cost very different amounts of money.',
  },
  {
    name: 'Helping from home',
    need: 'You are the parent who pays, and want to see the reasons for a choice set down in writing.',
  },
  {
    name: 'Already holding an offer',
    need: 'The place is there. Documents, interview, housing and the journey are still a long list.',
  },
]

const benefits: Benefit[] = [
  {
    drawing: 'match',
    title: 'A match, with reasons',
    text: 'Destinations, programmes and universities chosen for your grades, budget and aims, and why each is on the list.',
  },
  {
    drawing: 'order',
    title: 'A strategy on paper',
    text: 'Your report puts deadlines, requirements and costs in an order you can work through.',
  },
  {
    drawing: 'referral',
    title: 'The right people to ask',
    text: 'Where a qualified visa adviser or an agent is needed, we refer you to one instead of guessing.',
  },
  {
    drawing: 'suitcase',
    title: 'Ready to travel',
    text: 'PRO adds documents, interview practice and a guide to the weeks before departure.',
  },
]

const steps = [
  {
    title: 'Tell us where you stand',
    text: 'In the consultation we talk about grades, languages, budget and what you hope to do afterwards.',
  },
  {
    title: 'We match',
    text: 'Your consultant compares destinations, programmes and universities and writes down what speaks for and against each.',
  },
  {
    title: 'Read your strategy report',
    text: 'It arrives in your portal: a shortlist, the requirements, the deadlines and the next steps.',
  },
  {
    title: 'Prepare with support',
    text: 'With PRO you also get help with the application and documents, interview preparation and a pre-departure guide.',
  },
]

const questions = [
  {
    question: 'Do you give immigration advice?',
    answer:
      'No. Immigration advice is a regulated service. We give general information, help you prepare your documents and refer you to qualified advisers who may advise you.',
  },
  {
    question: 'Can you guarantee a place or a visa?',
    answer:
      'No, and nobody honestly can. Universities and authorities decide. We help you apply to places that suit you, in time and with complete papers.',
  },
  {
    question: 'Which countries do you cover?',
    answer:
      'We start from your aims and look at the destinations that fit them. If a country is outside what we know well, we tell you in the consultation.',
  },
  {
    question: 'How long is the report?',
    answer:
      'Ten to fifteen pages in STUDY WORLD, fifteen to twenty in STUDY WORLD PRO. It is written for you, not filled in from a form.',
  },
  {
    question: 'Are agent or university fees included?',
    answer:
      'No. The price covers our work. Fees of universities, authorities, agents and advisers are theirs, and you agree them with them directly.',
  },
]

const content: ServiceContent = {
  service: 'STUDY WORLD',
  slug: 'study-world',
  title: 'STUDY WORLD: study-abroad guidance',
  description:
    'Destinations, programmes and universities matched to you, a written strategy report, and referral to visa advisers and agents.',
  serviceType: 'Study-abroad guidance',
  hero: {
    title: 'The right course may be in another country.',
    text: 'Guidance for students who want to study abroad: where, what, at which university, and in which order to do things.',
  },
  Drawing: GlobeIllustration,
  titles: {
    audiences: 'For students with one eye on the map',
    benefits: 'What you take away',
    steps: 'From a wish to a shortlist',
    packages: 'Choose where to go, or get ready to leave',
  },
  packagesLead:
    'STUDY WORLD finds the place. PRO goes on with documents, interviews and everything before the journey.',
  audiences,
  benefits,
  steps,
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
    <section aria-labelledby="immigration" className="container-page pb-20 md:pb-28">
      <div className="grid gap-x-16 gap-y-3 border-l-4 border-primary pl-6 md:grid-cols-[2fr_3fr]">
        <h2 id="immigration" className="text-xl">
          Visas: information and referral
        </h2>
        <p className="max-w-prose text-muted">
          We explain where official information stands, help you collect documents and refer you to qualified advisers.
          We do not give immigration advice, and we cannot promise a visa or a place: those decisions belong to
          authorities and universities.
        </p>
      </div>
    </section>
  )
}
