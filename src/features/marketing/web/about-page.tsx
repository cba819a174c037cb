import type { ReactNode } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { type Company, getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { ConsultantsSection } from '../services/web/consultants-section.tsx'
import { CallToActionSection } from './call-to-action-section.tsx'
import { PageHeroSection } from './page-hero-section.tsx'
import { contentPageMeta } from './page-meta.ts'
import { RegistrationList } from './registration-list.tsx'
import { SectionHeading } from './section-heading.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, consultants] = await Promise.all([call(getCompany), call(listConsultants)])
  return {
    company,
    consultants: consultants.map(({ languages, ...consultant }) => ({
      ...consultant,
      languages: languages.map(({ name }) => name),
      freeOn: null,
    })),
  }
}

export const meta = contentPageMeta({
  title: 'About us',
  description: 'Who we are, what we’re working towards, the eight values you can hold us to, and our company details.',
  picture: 'about',
})

export default function AboutPage() {
  const { company, consultants } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHeroSection
        name="About Us"
        title="We help people decide what comes next."
        text={`${company.brandName} is a limited company, founded in ${company.foundedYear}. We advise young people on careers, students on studying abroad and small businesses on getting noticed.`}
        picture="home"
        alt="Paper hills, a harbour and a high street side by side; a young person, a student and a café owner on one road."
      />
      <PurposeSection />
      <ConsultantsSection consultants={consultants} />
      <ValuesSection />
      <CompanyDetailsSection company={company} />
      <CallToActionSection title="Hold us to it." text="Create an account to get started, or ask us anything first." />
    </>
  )
}

function PurposeSection() {
  return (
    <section className="border-b border-line bg-surface">
      <div className="container-page grid gap-x-16 gap-y-8 py-10 md:grid-cols-2 md:py-24">
        <div>
          <h2 className="text-base tracking-normal text-primary-ink">Our vision</h2>
          <p className="mt-2 text-2xl font-semibold leading-snug tracking-tight text-balance sm:mt-4 sm:text-3xl">
            No one’s future should depend on who they happen to know.
          </p>
          <p className="mt-3 max-w-prose text-muted sm:mt-5">
            Some people grow up with someone to ask: an aunt who knows the university, a friend who has built a
            business. We want everyone else to have someone to ask, too.
          </p>
        </div>
        <div>
          <h2 className="text-base tracking-normal text-primary-ink">Our mission</h2>
          <p className="mt-2 text-2xl font-semibold leading-snug tracking-tight text-balance sm:mt-4 sm:text-3xl">
            To give clear, personal and affordable advice, in writing.
          </p>
          <p className="mt-3 max-w-prose text-muted sm:mt-5">
            Our packages have a fixed price and a clear list of what you get, so you can hire a consultant for the first
            time without worrying about the bill.
          </p>
        </div>
      </div>
    </section>
  )
}

const values = [
  { name: 'Honesty', meaning: 'If a plan won’t work, we say so, even when it costs us a sale.' },
  { name: 'Clarity', meaning: 'Plain English, full prices, and a date for each promise.' },
  { name: 'Respect', meaning: 'You know your life best. We advise, you decide.' },
  { name: 'Care', meaning: 'Every report is written for one reader: you.' },
  { name: 'Fairness', meaning: 'Refunds that you can work out before you pay.' },
  { name: 'Privacy', meaning: 'What you tell us helps us advise you. We never sell it.' },
  { name: 'Curiosity', meaning: 'Courses, countries and platforms change. We keep up.' },
  { name: 'Responsibility', meaning: 'If someone else is better qualified, we’ll refer you to them.' },
]

function ValuesSection() {
  return (
    <section className="container-page py-10 md:py-24">
      <SectionHeading name="Our core values" title="Eight words, and what they mean to us" />
      <ul className="mt-6 grid gap-x-8 sm:grid-cols-2 sm:gap-y-6 md:mt-12 md:gap-y-10 lg:grid-cols-4">
        {values.map(({ name, meaning }) => (
          <li
            key={name}
            className="gap-x-4 border-line max-sm:flex max-sm:flex-wrap max-sm:border-t max-sm:py-2 max-sm:text-[0.9375rem] max-sm:leading-snug sm:border-t-2 sm:border-primary sm:pt-4"
          >
            <h3 className="text-base tracking-normal max-sm:w-32 sm:text-lg">{name}</h3>
            <p className="min-w-0 flex-[1_1_10rem] text-muted sm:mt-2">{meaning}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CompanyDetailsSection({ company }: { company: Company }) {
  return (
    <section className="border-t border-line pb-10 md:pb-24">
      <div className="container-page grid gap-x-16 gap-y-4 pt-10 md:grid-cols-[2fr_3fr] md:pt-24">
        <SectionHeading name="Company details" title="Who you’re dealing with" />
        <dl className="md:pt-9">
          <Detail name="Legal name">{company.legalName}</Detail>
          <Detail name="Founded">{company.foundedYear}</Detail>
          <Detail name="Company number">{company.companyNumber}</Detail>
          <Detail name="VAT number">{company.vatNumber ?? 'Not VAT registered'}</Detail>
          <Detail name="Registered office">
            {company.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Detail>
          {company.registrations.length > 0 ? (
            <Detail name="Registrations and memberships">
              <RegistrationList registrations={company.registrations} />
            </Detail>
          ) : null}
        </dl>
      </div>
    </section>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-t border-line py-4 last:border-b sm:grid-cols-[2fr_3fr]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 font-medium">{children}</dd>
    </div>
  )
}
