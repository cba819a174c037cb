import { ArrowRight } from 'lucide-react'
import { type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { type Company, getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Picture } from '#platform/web/ui/picture.tsx'
import { listGuides } from '../../guides/contract.ts'
import { oneGuidePerService } from '../../guides/rules.ts'
import { GuidesRow } from '../../guides/web/guide-list.tsx'
import { listSamples } from '../../samples/contract.ts'
import { CallToActionSection } from '../../web/call-to-action-section.tsx'
import { homeMeta } from '../../web/page-meta.ts'
import { RegistrationList } from '../../web/registration-list.tsx'
import { SectionHeading } from '../../web/section-heading.tsx'
import { HeroSection } from './hero-section.tsx'
import { HowItWorksSection } from './how-it-works-section.tsx'
import { OurServicesSection } from './our-services-section.tsx'
import { PricesSection } from './prices-section.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, packages, samples, consultants, guides] = await Promise.all([
    call(getCompany),
    call(listPackages),
    call(listSamples),
    call(listConsultants),
    call(listGuides),
  ])
  return {
    company,
    packages,
    samples: samples.map(({ slug, title, pages }) => ({ slug, title, pageCount: pages.length })),
    hasConsultants: consultants.length > 0,
    guides: oneGuidePerService(guides),
  }
}

export function meta(metaArgs: MetaArgs<typeof loader>) {
  return homeMeta(
    {
      title: `${metaArgs.loaderData?.company.brandName}: careers, study abroad, small business`,
      description:
        'Career guidance, study-abroad guidance and business consulting, in packages with a fixed price and a clear list of what you get.',
    },
    metaArgs,
  )
}

export default function HomePage() {
  const { company, packages, samples, hasConsultants, guides } = useLoaderData<typeof loader>()
  return (
    <>
      <HeroSection brandName={company.brandName} />
      <OurServicesSection packages={packages} />
      <HowItWorksSection packages={packages} samples={samples} />
      <PricesSection packages={packages} />
      <HomeAboutSection company={company} hasConsultants={hasConsultants} />
      <WhyChooseUsSection />
      <GuidesRow guides={guides} />
      <CallToActionSection
        title="Not sure where to start?"
        text="Creating an account is free and takes a minute. Or message us first: ask anything before you spend a penny."
      />
    </>
  )
}

function HomeAboutSection({ company, hasConsultants }: { company: Company; hasConsultants: boolean }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page grid items-center gap-x-16 gap-y-8 py-10 md:grid-cols-2 md:py-24">
        <div>
          <SectionHeading name="About" title="A small team for big decisions" />
          <div className="mt-5 grid max-w-prose gap-5 text-lg text-muted">
            <p>
              {company.brandName} has been in business since {company.foundedYear}. We help people when one decision
              shapes the next few years: leaving school, changing direction, studying abroad, starting a business.
            </p>
            <Registration company={company} />
            <RegistrationList registrations={company.registrations} />
            <p className="flex flex-wrap gap-x-8 gap-y-2">
              <ArrowLink to="/about">About Us</ArrowLink>
              {hasConsultants ? <ArrowLink to="/consultants">Our Consultants</ArrowLink> : null}
            </p>
          </div>
        </div>
        <Picture
          name="home"
          alt="Paper hills, a harbour and a high street side by side; a young person, a student and a café owner on one road."
          sizes="(max-width: 56.24rem) 60vw, 33rem"
          className="aspect-4/3 rounded-md max-md:hidden"
        />
      </div>
    </section>
  )
}

/** Anyone can look up a company by its number. The number of a new site is a placeholder, which nobody can look up. */
function Registration({ company: { legalName, companyNumber } }: { company: Company }) {
  if (!legalName || !companyNumber) return null
  const isReal = /^(?!0{8})[A-Z0-9]{8}$/i.test(companyNumber)
  return (
    <p>
      We’re {legalName}, company number {companyNumber}.
      {isReal ? (
        <>
          {' '}
          <a href={`${COMPANIES_HOUSE}/company/${companyNumber.toUpperCase()}`} className="link text-ink">
            Look us up at Companies House
          </a>
          .
        </>
      ) : null}
    </p>
  )
}

const COMPANIES_HOUSE = 'https://find-and-update.company-information.service.gov.uk'

function ArrowLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link link-alone inline-flex items-center gap-2 font-semibold text-ink">
      {children}
      <ArrowRight aria-hidden="true" className="size-5" />
    </Link>
  )
}

export const points = [
  {
    title: 'The whole price, up front',
    text: 'You’ll see what you’ll pay, tax included, before you even log in. No sales call just to get a price.',
  },
  {
    title: 'People, not quizzes',
    text: 'A real person listens and reads what you send. Your advice comes from that, not from a personality score.',
  },
  {
    title: 'Advice in writing',
    text: 'It’s easy to forget what was said on a call. Your reports, roadmaps and plans are yours to keep.',
  },
  {
    title: 'No surprise renewals',
    text: 'Packages last a week, two weeks or a month, so you’ll know when yours ends. Only one renews, and you can cancel it at any time.',
  },
  {
    title: 'Fair when plans change',
    text: 'If we don’t do what we promised, ask for it again, or for money back. Move a call for free up to 24 hours before it starts. As a consumer, you can also cancel within 14 days and get back what you haven’t used.',
  },
  {
    title: 'One place for everything',
    text: 'Your bookings, reports and invoices are in your portal, not lost in your inbox.',
  },
]

function WhyChooseUsSection() {
  return (
    <section className="container-page grid gap-x-16 gap-y-8 py-10 md:grid-cols-[2fr_3fr] md:py-24">
      <SectionHeading
        name="Why Choose Us"
        title="Six things you can hold us to"
        className="md:sticky md:top-28 md:self-start"
      />
      <ul className="grid gap-x-12 gap-y-6 sm:grid-cols-2 md:gap-y-10">
        {points.map(({ title, text }) => (
          <li key={title} className="border-t-2 border-primary pt-4 md:pt-5">
            <h3 className="text-lg tracking-normal">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
