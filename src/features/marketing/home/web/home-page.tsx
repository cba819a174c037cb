import { ArrowRight } from 'lucide-react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { type Company, getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { CallToActionSection } from '../../web/call-to-action-section.tsx'
import { homeMeta } from '../../web/page-meta.ts'
import { SectionHeading } from '../../web/section-heading.tsx'
import { HeroSection } from './hero-section.tsx'
import { OurServicesSection } from './our-services-section.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, packages] = await Promise.all([call(getCompany), call(listPackages)])
  return { company, packages }
}

export function meta(metaArgs: MetaArgs<typeof loader>) {
  return homeMeta(
    {
      title: `${metaArgs.loaderData?.company.brandName}: careers, study abroad, small business`,
      description:
        'Career guidance, study-abroad guidance and business consulting in packages with a fixed price, people who listen and a clear end.',
    },
    metaArgs,
  )
}

export default function HomePage() {
  const { company, packages } = useLoaderData<typeof loader>()
  return (
    <>
      <HeroSection brandName={company.brandName} />
      <OurServicesSection packages={packages} />
      <HomeAboutSection company={company} />
      <WhyChooseUsSection />
      <CallToActionSection
        title="Not sure which door is yours?"
        text="Opening an account is free and takes a minute. Or write to us first: we answer questions before we sell anything."
      />
    </>
  )
}

function HomeAboutSection({ company }: { company: Company }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page grid gap-x-16 gap-y-8 py-20 md:grid-cols-2 md:py-28">
        <SectionHeading name="About" title="A small consultancy for large decisions" />
        <div className="grid max-w-prose content-start gap-5 text-lg text-muted md:pt-9">
          <p>
            {company.brandName} has been in business since {company.foundedYear}. We help people at the points where one
            decision shapes the next few years: leaving school, changing direction, studying in another country,
            starting a company.
          </p>
          <p>
            We keep it simple. You tell us where you stand, a consultant thinks it through with you, and you leave with
            something you can act on.
          </p>
          <p>
            <Link to="/about" className="link inline-flex items-center gap-2 font-semibold text-ink">
              About Us
              <ArrowRight aria-hidden="true" className="size-5" />
            </Link>
          </p>
        </div>
      </div>
    </section>
  )
}

const points = [
  {
    title: 'The whole price, up front',
    text: 'Every package shows what you pay, VAT included, before you log in. No call is needed to hear a number.',
  },
  {
    title: 'People, not quizzes',
    text: 'Someone listens and reads what you send. Advice comes from that, not from a personality score.',
  },
  {
    title: 'Advice in writing',
    text: 'What is said in a call is soon forgotten. Reports, roadmaps and plans are yours to keep and to read again.',
  },
  {
    title: 'A clear end',
    text: 'A week, two weeks or a month: you know when a package is finished. The one that renews stops when you say so.',
  },
  {
    title: 'Fair when plans change',
    text: 'Cancel within 14 days and you get back what you have not used. Calls can be moved until 24 hours before.',
  },
  {
    title: 'One place for everything',
    text: 'Bookings, reports and invoices stand in your own portal, so nothing hides in an old e-mail.',
  },
]

function WhyChooseUsSection() {
  return (
    <section className="container-page grid gap-x-16 gap-y-12 py-20 md:grid-cols-[2fr_3fr] md:py-28">
      <SectionHeading
        name="Why Choose Us"
        title="Six things you can hold us to"
        className="md:sticky md:top-28 md:self-start"
      />
      <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
        {points.map(({ title, text }) => (
          <li key={title} className="border-t-2 border-primary pt-5">
            <h3 className="text-lg tracking-normal">{title}</h3>
            <p className="mt-2 text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
