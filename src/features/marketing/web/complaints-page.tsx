import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import type { Company } from '#features/company/contract.ts'
import { ComplaintForm } from '#features/contact/web/public.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmailLink } from '#platform/web/ui/email-link.tsx'
import { Island } from '#platform/web/ui/island.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PhoneLink } from '#platform/web/ui/phone-link.tsx'
import { NextStep } from './call-to-action-section.tsx'
import { loadCompany } from './load-page.ts'
import { contentPageMeta } from './page-meta.ts'
import { SectionHeading } from './section-heading.tsx'

export const loader = loadCompany

export const meta = contentPageMeta({
  picture: 'complaints',
  title: 'Complaints',
  description:
    'How to complain, when you’ll hear from us, and who can help if you’re not happy with our answer. Includes complaints about your data.',
})

export default function ComplaintsPage() {
  const { company } = useLoaderData<typeof loader>()
  return (
    <>
      <div className="container-page grid gap-x-16 gap-y-8 pt-10 pb-10 md:grid-cols-[1fr_minmax(0,36rem)] md:pt-24 md:pb-24">
        <header className="md:sticky md:top-28 md:self-start">
          <h1>
            <span className="block text-base tracking-normal text-primary-ink">Complaints</span>{' '}
            <span className="mt-4 block text-4xl leading-[1.1] sm:text-5xl">Tell us what went wrong.</span>
          </h1>
          <p className="mt-6 max-w-md text-lg text-muted">
            You don’t have to be sure it’s our fault. You don’t need an account, and complaining won’t affect anything
            you’ve bought.
          </p>
          <OtherContacts company={company} />
        </header>
        <Card className="md:self-start">
          <h2 className="mb-6 text-2xl">Your complaint</h2>
          <Island name="complaint-form" component={ComplaintForm} props={{}} />
          <p className="mt-6 text-sm text-muted">
            We keep complaints and our answers for six years, because that’s how long you have to take a claim to court.
            See our{' '}
            <Link to="/privacy" className="link text-ink">
              Privacy Policy
            </Link>
            .
          </p>
        </Card>
      </div>
      <WhatHappensSection />
      <OutsideHelpSection />
      <div className="container-page pb-10 md:pb-24">
        <NextStep text="Not a complaint, just a question? Send us a message instead." to="/contact" link="Contact us" />
      </div>
    </>
  )
}

function OtherContacts({ company }: { company: Company }) {
  return (
    <p className="mt-6 max-w-md text-muted">
      You can also email <EmailLink email={company.email} className="link text-ink" />, call{' '}
      <PhoneLink number={company.phone} className="link text-ink" />, or write to {company.legalName},{' '}
      {company.address.join(', ')}.
    </p>
  )
}

const steps = [
  {
    when: 'Straight away',
    text: 'We’ll email you to confirm we’ve received your complaint, with a reference and the date you’ll have our answer by.',
  },
  {
    when: 'In the first few days',
    text: 'Someone will read what happened, check our records and ask you about anything that’s unclear. Wherever possible, it’ll be someone who wasn’t involved.',
  },
  {
    when: 'Within 30 days',
    text: 'You’ll have our answer in writing: what we found, what we’ll do about it and why. If something outside our control delays it, we’ll tell you why, and give you a new date, before the 30 days are up.',
  },
  {
    when: 'If you disagree',
    text: 'Reply to our email and someone else will review it. You’ll hear from us within another 14 days. That will be our final answer, and it’ll say who can help you next.',
  },
]

function WhatHappensSection() {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page grid gap-x-16 gap-y-10 py-10 md:grid-cols-[2fr_3fr] md:py-24">
        <SectionHeading name="Next steps" title="What happens, and when" />
        <dl className="md:pt-9">
          {steps.map(({ when, text }) => (
            <Row key={when} term={when}>
              {text}
            </Row>
          ))}
        </dl>
      </div>
    </section>
  )
}

function OutsideHelpSection() {
  return (
    <section className="container-page grid gap-x-16 gap-y-10 py-10 md:grid-cols-[2fr_3fr] md:py-24">
      <SectionHeading name="Outside help" title="You can take it further" />
      <dl className="md:pt-9">
        <Row term="Your personal data">
          The Information Commissioner’s Office, at any time, even if you haven’t complained to us first:{' '}
          <a href="https://ico.org.uk/make-a-complaint/" className="link text-ink">
            ico.org.uk/make-a-complaint
          </a>
          , <PhoneLink number="0303 123 1113" className="link text-ink" />.
        </Row>
        <Row term="A purchase">
          Citizens Advice explains your rights as a consumer:{' '}
          <a href="https://www.citizensadvice.org.uk/consumer/" className="link text-ink">
            citizensadvice.org.uk/consumer
          </a>
          , <PhoneLink number="0808 223 1133" className="link text-ink" />. Our final answer will name an approved
          dispute resolution body and say whether we use it. You can always go to court.
        </Row>
        <Row term="Equal treatment">
          The Equality Advisory and Support Service:{' '}
          <a href="https://www.equalityadvisoryservice.com/" className="link text-ink">
            equalityadvisoryservice.com
          </a>
          , <PhoneLink number="0808 800 0082" className="link text-ink" />.
        </Row>
      </dl>
    </section>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-1 border-t border-line py-6 last:border-b sm:grid-cols-[2fr_3fr]">
      <dt className="text-lg font-semibold leading-snug">{term}</dt>
      <dd className="min-w-0 text-muted">{children}</dd>
    </div>
  )
}
