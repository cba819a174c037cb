import type { ReactNode } from 'react'
import type { Package } from '#features/catalogue/contract.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { listCalls } from '../../proof/rules.ts'
import { CallDetails } from '../../proof/web/consultation-minutes-section.tsx'
import type { Sample } from '../../samples/contract.ts'
import { SectionHeading } from '../../web/section-heading.tsx'

type SampleLink = Pick<Sample, 'slug' | 'title'> & { pageCount: number }

type HowItWorksSectionProps = { packages: Package[]; samples: SampleLink[] }

/** Three steps, each with something to look at before paying. */
export function HowItWorksSection({ packages, samples }: HowItWorksSectionProps) {
  const [call] = listCalls(packages)
  return (
    <section className="border-y border-line bg-surface">
      <div className="container-page py-10 md:py-24">
        <SectionHeading name="How it works" title="Three steps. Look at each before you pay." />
        <ol className="mt-8 grid gap-x-10 gap-y-10 md:mt-10 md:grid-cols-3">
          <Step
            number={1}
            title="Choose a package"
            text="Each has a fixed price and a list of what you get. You choose when it starts: the day you pay, or 15 days later. Until then, you can still get everything back. For a business, it starts the day you pay."
          >
            <p className="mt-2">
              <Link to="/which-service" className="link link-alone font-medium">
                Find the one that suits you
              </Link>
            </p>
          </Step>
          <Step
            number={2}
            title="Tell us where you are"
            text="In a call at a time that suits you, or in writing if your package has no call. We ask, you talk, and you send us what you have."
          >
            {call ? (
              <div className="mt-5">
                <CallDetails call={call} />
              </div>
            ) : null}
          </Step>
          <Step
            number={3}
            title="Get what you came for"
            text="For your career, a roadmap and a report. For studying abroad, a strategy report. For your business, posts and reels. They’re in your portal by the day your package ends. Here’s what they look like:"
          >
            <ul className="mt-5">
              {samples.map((sample) => (
                <SampleItem key={sample.slug} sample={sample} />
              ))}
            </ul>
          </Step>
        </ol>
      </div>
    </section>
  )
}

function Step({ number, title, text, children }: { number: number; title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <h3 className="flex items-center gap-4 text-xl">
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-items-center rounded-full bg-primary text-base text-secondary-deep"
        >
          {number}
        </span>
        {title}
      </h3>
      <p className="mt-4 text-muted">{text}</p>
      {children}
    </li>
  )
}

function SampleItem({ sample: { slug, title, pageCount } }: { sample: SampleLink }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line py-1 last:border-b md:py-3">
      <Link to={`/samples/${slug}`} className="link link-alone font-medium">
        {title}
      </Link>
      <span className="text-sm text-muted">
        {pageCount} {pageCount === 1 ? 'page' : 'pages'}
      </span>
    </li>
  )
}
