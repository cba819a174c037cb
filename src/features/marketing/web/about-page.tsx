import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { CallToActionSection } from './call-to-action-section.tsx'
import { loadCompany } from './load-page.ts'
import { contentPageMeta } from './page-meta.ts'
import { SectionHeading } from './section-heading.tsx'

export const loader = loadCompany

export const meta = contentPageMeta({
  title: 'About us',
  description: 'Who we are, what we work towards, the eight values we can be measured by, and the company’s details.',
  picture: 'about',
})

export default function AboutPage() {
  const { company } = useLoaderData<typeof loader>()
  return (
    <>
      <header className="container-page pt-16 pb-14 md:pt-24 md:pb-20">
        <h1 className="max-w-4xl">
          <span className="block text-base tracking-normal text-primary-ink">About Us</span>{' '}
          <span className="mt-4 block text-4xl leading-[1.1] sm:text-5xl lg:text-6xl">
            We help people decide what comes next.
          </span>
        </h1>
        <p className="mt-7 max-w-prose text-lg text-muted">
          {company.brandName} is a limited company, founded in {company.foundedYear}. We advise young people on careers,
          students on studying abroad, and small businesses on being seen. What these have in common is a moment when
          good advice, written down, changes a lot.
        </p>
      </header>
      <PurposeSection />
      <ValuesSection />
      <CompanyDetailsSection company={company} />
      <CallToActionSection
        title="Hold us to it."
        text="Open an account and see the packages from the inside, or ask us whatever you want to know first."
      />
    </>
  )
}

function PurposeSection() {
  return (
    <section className="bg-secondary text-white">
      <div className="container-page grid gap-x-16 gap-y-12 py-16 md:grid-cols-2 md:py-24">
        <div>
          <h2 className="text-base tracking-normal text-primary">Our vision</h2>
          <p className="mt-4 text-2xl font-medium leading-snug text-balance sm:text-3xl">
            Nobody’s future should depend on whom they happen to know.
          </p>
          <p className="mt-5 max-w-prose text-on-dark">
            Some people grow up with someone to ask: an aunt who knows the university, a friend who has built a
            business. We want everyone else to have that person as well.
          </p>
        </div>
        <div>
          <h2 className="text-base tracking-normal text-primary">Our mission</h2>
          <p className="mt-4 text-2xl font-medium leading-snug text-balance sm:text-3xl">
            To give clear, personal and affordable advice, with an outcome on paper.
          </p>
          <p className="mt-5 max-w-prose text-on-dark">
            We put advice into packages with a fixed price and a defined content, so that people who have never hired a
            consultant can do so without fear of the bill.
          </p>
        </div>
      </div>
    </section>
  )
}

const values = [
  { name: 'Honesty', meaning: 'If a plan will not work, we say so, also when saying so costs us a sale.' },
  { name: 'Clarity', meaning: 'Plain words, whole prices, and a date on everything we promise.' },
  { name: 'Respect', meaning: 'You know your life best. We advise, you decide.' },
  { name: 'Care', meaning: 'Every report is written for one reader and read twice before it leaves us.' },
  {
    name: 'Fairness',
    meaning: 'The same price and the same attention for everybody. Refund rules you can work out yourself.',
  },
  { name: 'Privacy', meaning: 'What you tell us is for your advice and for nothing else.' },
  { name: 'Curiosity', meaning: 'Courses, countries and platforms change. We keep learning so that you need not.' },
  { name: 'Responsibility', meaning: 'Where somebody else is better qualified, we refer you to them.' },
]

function ValuesSection() {
  return (
    <section className="container-page py-20 md:py-28">
      <SectionHeading name="Our core values" title="Eight words, and what we mean by them" />
      <ul className="mt-12 grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {values.map(({ name, meaning }) => (
          <li key={name} className="border-t-2 border-primary pt-5">
            <h3 className="text-lg tracking-normal">{name}</h3>
            <p className="mt-2 text-muted">{meaning}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CompanyDetailsSection({ company }: { company: Company }) {
  return (
    <section className="border-t border-line pb-20 md:pb-28">
      <div className="container-page grid gap-x-16 gap-y-10 pt-20 md:grid-cols-[2fr_3fr] md:pt-28">
        <SectionHeading name="Company details" title="Who you deal with" />
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
