import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Package } from '#features/catalogue/contract.ts'
import { MarketSwitch, PackageList } from '#features/catalogue/web/public.tsx'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Picture, type PictureName } from '#platform/web/ui/picture.tsx'
import type { SampleSlug } from '../../samples/contract.ts'
import { VideoLink, type VideoName } from '../../video/web/video-link.tsx'
import { HeroFrame } from '../../web/hero-frame.tsx'
import type { Question } from '../../web/page-meta.ts'
import { SectionHeading } from '../../web/section-heading.tsx'

export type Audience = { name: string; need: string }

export function AudienceSection({ title, audiences }: { title: string; audiences: Audience[] }) {
  return (
    <section className="container-page grid gap-x-16 gap-y-10 py-20 md:grid-cols-[2fr_3fr] md:py-28">
      <SectionHeading name="Who it’s for" title={title} className="md:sticky md:top-28 md:self-start" />
      <dl className="md:pt-9">
        {audiences.map(({ name, need }) => (
          <div
            key={name}
            className="grid gap-x-8 gap-y-1 border-t border-line py-6 last:border-b sm:grid-cols-[2fr_3fr]"
          >
            <dt className="text-lg font-semibold leading-snug">{name}</dt>
            <dd className="text-muted">{need}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/**
 * `packageLines` are what the claim is based on. Each is the key of a line that all of the service's packages have, or
 * "package id/key" for a line in only one package.
 */
export type Claim = { title: string; text: string; packageLines: string[] }

export type Benefit = Claim & {
  picture: PictureName
  /** A sample document to read before buying. */
  sample?: { slug: SampleSlug; label: string }
}

export function BenefitsSection({ title, benefits }: { title: string; benefits: Benefit[] }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page py-20 md:py-28">
        <SectionHeading name="Benefits" title={title} />
        <ul className="mt-12 grid gap-x-12 gap-y-10 sm:grid-cols-2 md:grid-cols-4 md:gap-x-8">
          {benefits.map(({ picture, title: benefit, text, sample }) => (
            <li key={benefit}>
              <Picture
                name={picture}
                alt=""
                sizes="(max-width: 37.49rem) 68vw, (max-width: 56.24rem) 40vw, 16rem"
                className="aspect-4/3 rounded-md"
              />
              <h3 className="mt-6 text-lg tracking-normal">{benefit}</h3>
              <p className="mt-2 text-muted">{text}</p>
              {sample ? (
                <p className="mt-3">
                  <Link to={`/samples/${sample.slug}`} className="link link-alone font-medium">
                    {sample.label}
                  </Link>
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type PackagesSectionProps = {
  title: string
  lead: string
  packages: Package[]
  /** This page's address, to return to after login. */
  page: string
}

export function PackagesSection({ title, lead, packages, page }: PackagesSectionProps) {
  return (
    <section id="packages" tabIndex={-1} className="container-page py-20 focus:outline-none md:py-28">
      <div className="mb-12 flex flex-wrap items-end justify-between gap-x-8 gap-y-8">
        <SectionHeading name="Packages" title={title} lead={lead} />
        <MarketSwitch />
      </div>
      <PackageList packages={packages} page={page} />
      <p className="mt-6 max-w-prose text-muted">
        You can cancel within 14 days of buying. See{' '}
        <Link to="/terms#refunds" className="link text-ink">
          how refunds are worked out
        </Link>
        .
      </p>
    </section>
  )
}

export function QuestionsSection({ questions }: { questions: Question[] }) {
  return (
    <section className="container-page grid gap-x-16 gap-y-10 py-20 md:grid-cols-[2fr_3fr] md:py-28">
      <div className="md:sticky md:top-28 md:self-start">
        <SectionHeading name="Questions" title="Before you buy" />
        <p className="mt-5 text-muted">
          Still unsure?{' '}
          <Link to="/contact" className="link font-medium text-ink">
            Ask us
          </Link>{' '}
          before you pay for anything.
        </p>
      </div>
      <div className="md:pt-9">
        {questions.map(({ question, answer }) => (
          <details key={question} className="group border-t border-line last:border-b">
            <summary className="flex cursor-pointer list-none items-start justify-between gap-6 py-5 text-lg font-medium leading-snug [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden="true"
                className="mt-0.5 size-5 shrink-0 transition-transform group-open:rotate-45 motion-reduce:transition-none"
              />
            </summary>
            <p className="max-w-prose pb-6 text-muted">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}

type ServiceHeroProps = {
  service: string
  film: VideoName
  title: string
  text: string
  /** "from £34.80 per month incl. VAT" */
  price: ReactNode
  picture: { name: PictureName; alt: string }
}

export function ServiceHeroSection({ service, film, title, text, price, picture }: ServiceHeroProps) {
  return (
    <div className="relative overflow-hidden bg-secondary text-white">
      <div className="container-page grid items-center gap-x-8 pt-14 pb-10 md:min-h-[36rem] md:grid-cols-2 md:py-16">
        <div className="relative z-10 md:pr-8">
          <h1>
            <span className="flex items-center gap-3 text-base font-semibold tracking-normal text-primary before:h-px before:w-10 before:bg-primary">
              {service}
            </span>{' '}
            <span className="mt-5 block text-[2.25rem] leading-[1.1] sm:text-5xl lg:text-[3.5rem]">{title}</span>
          </h1>
          <p className="mt-6 max-w-md text-lg text-on-dark">{text}</p>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
            <ButtonLink to="#packages">See the packages</ButtonLink>
            <VideoLink name={film} service={service} />
          </div>
          <p className="mt-4">{price}</p>
        </div>
      </div>
      <HeroFrame picture={picture.name} alt={picture.alt} size="54vw" isFirst className="sm:min-h-112 md:top-0" />
    </div>
  )
}

export type Step = Claim

/** Numbered steps along a drawn road. */
export function StepsSection({ title, steps }: { title: string; steps: Step[] }) {
  return (
    <section className="bg-secondary text-white">
      <div className="container-page grid gap-x-16 gap-y-12 py-20 md:grid-cols-[2fr_3fr] md:py-28">
        <div className="md:sticky md:top-28 md:self-start">
          <h2>
            <span className="block text-base font-semibold tracking-normal text-primary">How it works</span>{' '}
            <span className="mt-3 block text-3xl leading-[1.15] sm:text-[2.5rem]">{title}</span>
          </h2>
        </div>
        <ol className="md:pt-9">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className="relative grid grid-cols-[2.75rem_1fr] gap-x-5 pb-10 before:absolute before:top-11 before:bottom-0 before:left-[1.3125rem] before:border-l-2 before:border-dashed before:border-field last:pb-0 last:before:hidden"
            >
              <span
                aria-hidden="true"
                className="grid size-11 place-items-center rounded-full bg-primary font-semibold text-secondary-deep"
              >
                {index + 1}
              </span>
              <div className="pt-2">
                <h3 className="text-xl">{step.title}</h3>
                <p className="mt-2 max-w-prose text-on-dark">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
