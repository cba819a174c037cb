import type { Package } from '#features/catalogue/contract.ts'
import { FullPricePanel, MarketSwitch, PackageCard, services } from '#features/catalogue/web/public.tsx'
import { lowerFirst } from '#platform/shared/lower-first.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import { PackageTimeline } from '../../proof/web/what-arrives-when-section.tsx'
import { isProvidedBy } from '../../services/rules.ts'
import { content as bizFuture } from '../../services/web/biz-future-page.tsx'
import { content as myFuture } from '../../services/web/my-future-page.tsx'
import { CheaperMonthNote, PackageDetails } from '../../services/web/package-note-panel.tsx'
import { content as studyWorld } from '../../services/web/study-world-page.tsx'
import {
  type Alternative,
  firstPage,
  type Given,
  type Recommendation,
  type ResultStep,
  recommend,
} from '../rules/recommendation.ts'

/** The one package that suits these answers, and why. */
export function ResultSection({ step, packages }: { step: ResultStep; packages: Package[] }) {
  const found = recommend(step.branch, step.answers, packages)
  return (
    <div className="container-page pt-12 pb-10 md:pt-16 md:pb-24">
      {found ? <Suggestion found={found} step={step} packages={packages} /> : <NothingOnSale step={step} />}
    </div>
  )
}

type SuggestionProps = { found: Recommendation; step: ResultStep; packages: Package[] }

function Suggestion({ found, step, packages }: SuggestionProps) {
  const { offer, reasons, isSecondChoice, alternative } = found
  const service = services[offer.serviceType]
  return (
    <div className="grid grid-cols-1 items-start gap-x-16 gap-y-10 md:grid-cols-2 md:grid-rows-[auto_auto_1fr]">
      <div>
        {/* Its card names it for everyone who sees the page. */}
        <h1 className="text-[min(2.25rem,11vw)] leading-[1.1] sm:text-5xl">
          The package that suits you <span className="sr-only">{offer.title}</span>
        </h1>
        {isSecondChoice ? (
          <p className="mt-5 max-w-prose text-lg">
            The package that fits your answers best isn’t on sale at the moment. This one comes closest.
          </p>
        ) : null}
      </div>
      {/* Before the reasons on a phone, beside them on a wide screen. */}
      <div className="md:row-span-3">
        <MarketSwitch />
        <div className="mt-6 grid grid-cols-1">
          <PackageCard package={offer} note={<CardNote offer={offer} packages={packages} />} />
        </div>
        {alternative ? <OtherPackage alternative={alternative} /> : null}
      </div>
      <div>
        <h2 className="text-2xl">Why this one</h2>
        <Answers given={step.given} reasons={[null, ...reasons]} />
      </div>
      <div>
        {offer.lines.length > 0 ? <h2 className="text-2xl">What arrives when</h2> : null}
        <PackageTimeline package={offer} className="mt-5" />
        <p className="mt-10 text-muted">
          Before you decide,{' '}
          <Link to={`${service.page}#packages`} className="link font-medium text-ink">
            compare the {service.name} packages
          </Link>
          , <ReadSample offer={offer} /> or{' '}
          <Link to="/contact" className="link font-medium text-ink">
            ask us
          </Link>{' '}
          anything.
        </p>
      </div>
    </div>
  )
}

/** What buyers have to know before they press the button. */
function CardNote({ offer, packages }: { offer: Package; packages: Package[] }) {
  const { buyersNote, reasons } = contents[offer.serviceType]
  return (
    <>
      <PackageDetails offer={offer} reason={reasons[offer.id]} />
      <p className="mt-3 text-[0.9375rem] leading-snug empty:hidden md:pl-7">
        <CheaperMonthNote offer={offer} packages={packages} />
        {buyersNote ? (
          <Link
            to={`${services[offer.serviceType].page}${buyersNote.to}`}
            className="link link-alone mt-2 inline-block"
          >
            {buyersNote.text}
          </Link>
        ) : null}
      </p>
    </>
  )
}

/** What an answer asked for and the suggested package doesn't do. */
function OtherPackage({ alternative: { wish, offer, reasons } }: { alternative: Alternative }) {
  return (
    <section className="mt-8 rounded-md border border-line bg-primary-soft p-[min(1.25rem,5.2vw)] sm:p-8">
      <h2 className="text-xl">{wish}</h2>
      <p className="mt-2">
        Look at {offer.title} too: <FullPricePanel package={offer} />.
      </p>
      <ul className="mt-2 grid list-disc gap-1 pl-5 marker:text-primary-ink">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={`${services[offer.serviceType].page}#${offer.id}`} className="link link-alone font-medium">
          See {offer.title}
        </Link>
      </p>
    </section>
  )
}

const contents = { MY_FUTURE: myFuture, STUDY_WORLD: studyWorld, BIZ_FUTURE: bizFuture }

/** Leads to a document that the package includes, or to all of them. */
function ReadSample({ offer }: { offer: Package }) {
  const sample = contents[offer.serviceType].benefits
    .flatMap((benefit) => benefit.sample ?? [])
    .find((each) => isProvidedBy(each, offer))
  const page = sample?.page ? `#page-${sample.page}` : ''
  return (
    <Link to={sample ? `/samples/${sample.slug}${page}` : '/samples'} className="link font-medium text-ink">
      read a {sample ? lowerFirst(sample.name) : 'sample'}
    </Link>
  )
}

/** Each answer with what the package has to say to it. */
function Answers({ given, reasons }: { given: Given[]; reasons: (string | null)[] }) {
  return (
    <>
      <dl className="mt-4">
        {given.map(({ question, answer, page }, index) => (
          <div key={page} className="border-t border-line py-4 last:border-b">
            <dt className="text-muted">{question}</dt>
            <dd className="flex items-start justify-between gap-6">
              <span className="font-medium">“{answer}”</span>
              <Link to={page} className="link link-alone -my-2 shrink-0 md:my-0">
                Change<span className="sr-only"> your answer to “{question}”</span>
              </Link>
            </dd>
            {reasons[index] ? <dd className="mt-1">{reasons[index]}</dd> : null}
          </div>
        ))}
      </dl>
      <p className="mt-4">
        <Link to={firstPage} className="link link-alone font-medium">
          Start again
        </Link>
      </p>
    </>
  )
}

function NothingOnSale({ step }: { step: ResultStep }) {
  const service = services[step.branch.serviceType]
  return (
    <>
      <h1 className="max-w-3xl text-[min(2.25rem,11vw)] leading-[1.1] sm:text-5xl">
        We’re not selling what you need just now.
      </h1>
      <p className="mt-6 max-w-prose text-lg text-muted">
        {service.name} would suit your answers, but none of its packages are on sale at the moment. Write to us, and
        we’ll tell you when that changes.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/contact">Write to us</ButtonLink>
        <ButtonLink to={firstPage} variant="quiet">
          Start again
        </ButtonLink>
      </div>
    </>
  )
}
