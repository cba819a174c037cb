import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Package } from '#features/catalogue/contract.ts'
import { MarketSwitch, PackageList } from '#features/catalogue/web/public.tsx'
import { lowerFirst } from '#platform/shared/lower-first.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { Picture, type PictureName } from '#platform/web/ui/picture.tsx'
import type { Question } from '../../web/page-meta.ts'
import { SectionHeading } from '../../web/section-heading.tsx'
import { SnapList } from '../../web/snap-list.tsx'
import type { Claim } from '../rules.ts'
import { SampleLink, type SampleReference } from './sample-link.tsx'

export type Audience = { name: string; need: string }

export function AudienceSection({ title, audiences }: { title: string; audiences: Audience[] }) {
  return (
    <section className="container-page grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-4 py-8 md:grid-cols-[2fr_3fr] md:py-20">
      <SectionHeading name="Who it’s for" title={title} className="md:sticky md:top-28 md:self-start" />
      <SnapList label="Who it’s for" className="md:pt-9">
        <dl className="narrow:flex narrow:gap-4">
          {audiences.map(({ name, need }) => (
            <div
              key={name}
              className="grid content-start gap-x-8 gap-y-1 border-line print:mt-2 narrow:w-[72vw] narrow:max-w-80 narrow:shrink-0 narrow:snap-start narrow:rounded-md narrow:border narrow:bg-surface narrow:p-[min(1rem,5vw)] md:grid-cols-[2fr_3fr] md:border-t md:py-6 md:last:border-b"
            >
              <dt className="text-lg font-semibold leading-snug max-md:text-base">{name}</dt>
              <dd className="text-muted max-md:text-[0.9375rem]">{need}</dd>
            </div>
          ))}
        </dl>
      </SnapList>
    </section>
  )
}

export type Benefit = Claim & {
  picture: PictureName
  /** A sample document to read before buying. Its package lines are those that it shows. */
  sample?: SampleReference & Pick<Claim, 'packageLines'>
}

/** On a phone the benefits are one row that scrolls sideways, so that the packages are near. */
export function BenefitsSection({ title, benefits }: { title: string; benefits: Benefit[] }) {
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page pt-10 pb-6 md:py-20">
        <SectionHeading name="Benefits" title={title} />
        <section
          aria-label="Benefits"
          data-row
          className="mx-[calc(-1*var(--page-gutter))] mt-4 snap-x scroll-px-(--page-gutter) overflow-x-auto px-(--page-gutter) pb-2 sm:mx-0 sm:mt-12 sm:overflow-visible sm:px-0 sm:pb-0"
        >
          <ul className="flex gap-5 sm:grid sm:grid-cols-2 sm:gap-x-12 sm:gap-y-10 md:grid-cols-4 md:gap-x-8 print:grid">
            {benefits.map(({ picture, title: benefit, text, sample }) => (
              <li key={benefit} className="max-sm:w-[72vw] max-sm:shrink-0 max-sm:snap-start">
                <Picture
                  name={picture}
                  alt=""
                  sizes="(max-width: 37.49rem) 60vw, (max-width: 56.24rem) 40vw, 16rem"
                  // On a phone it shows the upper part, because what matters reaches nearly to the top.
                  className="aspect-5/2 rounded-md sm:aspect-4/3 max-sm:[&_img]:object-[50%_33%]"
                />
                <h3 className="mt-4 text-lg tracking-normal sm:mt-6">{benefit}</h3>
                <p className="mt-2 text-muted max-sm:text-[0.9375rem]">{text}</p>
                {sample ? (
                  <p className="mt-1 sm:mt-3">
                    <SampleLink sample={sample}>See a {lowerFirst(sample.name)}</SampleLink>
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </section>
  )
}

type PackagesSectionProps = {
  title: string
  lead: string | undefined
  packages: Package[]
  noteFor: (offer: Package) => ReactNode
  isForBusinesses: boolean | undefined
}

export function PackagesSection({ title, lead, packages, noteFor, isForBusinesses }: PackagesSectionProps) {
  return (
    <section id="packages" tabIndex={-1} className="container-page py-8 focus:outline-none md:py-20">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-4 md:mb-12">
        <SectionHeading name="Packages" title={title} lead={lead} />
        {packages.length > 0 ? <MarketSwitch /> : null}
      </div>
      <PackageList packages={packages} noteFor={noteFor} />
      {packages.length > 0 ? <PackagesNote isForBusinesses={isForBusinesses} /> : <NoPackages />}
    </section>
  )
}

function PackagesNote({ isForBusinesses }: { isForBusinesses: boolean | undefined }) {
  return (
    <div className="mt-4 grid max-w-prose gap-3 text-muted md:mt-6">
      {isForBusinesses ? (
        <p>
          Buying for a business? Your package starts as soon as you’ve paid, and{' '}
          <Link to="/terms#business" className="link text-ink">
            the 14-day right to cancel doesn’t apply
          </Link>
          . If we don’t do what we promised, you can ask us to do it again, or for some or all of your money back.
        </p>
      ) : null}
      <p>
        {isForBusinesses ? (
          'If you’re a consumer, buying for yourself and not for a trade, you can cancel within 14 days.'
        ) : (
          <>
            You can cancel within 14 days of buying, unless you{' '}
            <Link to="/terms#business" className="link text-ink">
              buy for a business
            </Link>
            .
          </>
        )}{' '}
        See{' '}
        <Link to="/terms#refunds" className="link text-ink">
          how refunds are worked out
        </Link>
        , or{' '}
        <Link to="#compare" className="link text-ink">
          read what each line means
        </Link>
        .
      </p>
    </div>
  )
}

function NoPackages() {
  return (
    <p className="max-w-prose text-lg">
      There’s nothing to buy here at the moment.{' '}
      <Link to="/contact" className="link font-medium">
        Ask us
      </Link>{' '}
      when there will be.
    </p>
  )
}

/** For packages that one person uses and another may pay for. */
export const questionOfParents: Question = {
  question: 'Can I buy it for my daughter or son?',
  answer:
    'If they’re 18 or over, they need an account of their own, and you can pay there with your card. They’re the customer: the invoice is in their name, the calls and the report are theirs, and so is the right to cancel. A refund would go to your card. You’ll see the report if they show it to you.',
}

export function QuestionsSection({ questions }: { questions: Question[] }) {
  return (
    <section className="container-page grid gap-x-16 gap-y-4 py-8 md:grid-cols-[2fr_3fr] md:py-20">
      <div className="md:sticky md:top-28 md:self-start">
        <SectionHeading name="Questions" title="Before you buy" />
        <p className="mt-4 text-muted">
          Still unsure?{' '}
          <Link to="/contact" className="link font-medium text-ink">
            Ask us
          </Link>{' '}
          before you pay for anything.
        </p>
      </div>
      <div className="md:pt-9">
        {questions.map(({ id, question, answer }) => (
          <details key={question} className="group border-t border-line last:border-b">
            <summary className="flex cursor-pointer list-none items-start justify-between gap-[min(1.5rem,4vw)] py-4 font-medium leading-snug md:py-5 md:text-lg [&::-webkit-details-marker]:hidden">
              {question}
              <Plus
                aria-hidden="true"
                className="mt-0.5 size-5 shrink-0 transition-transform group-open:rotate-45 motion-reduce:transition-none"
              />
            </summary>
            {/* A link to it opens what contains it. */}
            <p
              id={id}
              tabIndex={id ? -1 : undefined}
              className="max-w-prose scroll-mt-40 pb-6 text-muted focus:outline-none"
            >
              {answer}
            </p>
          </details>
        ))}
      </div>
    </section>
  )
}

export type Step = Claim
