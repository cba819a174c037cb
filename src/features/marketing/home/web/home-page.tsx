import { ArrowRight } from 'lucide-react'
import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { type Company, getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { Picture } from '#platform/web/ui/picture.tsx'
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
        'Career guidance, study-abroad guidance and business consulting, in packages with a fixed price and a clear list of what you get.',
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
        title="Not sure where to start?"
        text="Creating an account is free and takes a minute. Or message us first: ask anything before you spend a penny."
      />
    </>
  )
}

function HomeAboutSection({ company }: { company: Company }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page grid gap-x-16 gap-y-8 py-20 md:grid-cols-2 md:py-28">
        <SectionHeading name="About" title="A small team for big decisions" />
        <div className="grid max-w-prose content-start gap-5 text-lg text-muted md:pt-9">
          <p>
            {company.brandName} has been in business since {company.foundedYear}. We help people when one decision
            shapes the next few years: leaving school, changing direction, studying abroad, starting a business.
          </p>
          <p>
            It’s simple. You tell us where you are now, a consultant thinks it through with you, and you come away with
            something you can act on.
          </p>
          <p>
            <Link to="/about" className="link inline-flex items-center gap-2 font-semibold text-ink">
              About Us
              <ArrowRight aria-hidden="true" className="size-5" />
            </Link>
          </p>
        </div>
        <Picture
          name="home"
          alt="Paper hills, a harbour and a high street side by side; a young person, a student and a café owner on one road."
          sizes="(max-width: 56.24rem) 68vw, 68rem"
          className="aspect-4/3 rounded-md sm:aspect-video md:col-span-2"
        />
      </div>
    </section>
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
    text: 'Cancel within 14 days and we’ll refund what you haven’t used. Move a call for free up to 24 hours before it starts.',
  },
  {
    title: 'One place for everything',
    text: 'Your bookings, reports and invoices are in your portal, not lost in your inbox.',
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
