import type { ServiceType } from '#features/catalogue/contract.ts'
import { formatDay } from '#platform/web/format-dates.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { NextStep } from '../../web/call-to-action-section.tsx'
import { PhoneDetails } from '../../web/phone-details.tsx'
import { SnapList } from '../../web/snap-list.tsx'
import type { Guide, GuideSource, GuideSummary } from '../contract.ts'
import { GuideList, GuidePicture } from './guide-list.tsx'
import { GuideText } from './guide-text.tsx'

/** A guide's page, with its table of contents, its sources and what to do next. */
export function GuideArticle({ guide, related }: { guide: Guide; related: GuideSummary[] }) {
  return (
    <>
      <article className="container-page pt-10 pb-10 md:pt-24 md:pb-24">
        <header className="max-w-3xl">
          <p className="font-semibold text-primary-ink">
            <Link to="/guides" className="link link-alone">
              Guides
            </Link>
          </p>
          <h1 className="mt-4 text-[min(2.25rem,11vw)] leading-[1.1] sm:text-5xl">{guide.title}</h1>
          <p className="mt-6 text-lg text-muted">{guide.summary}</p>
          <p className="mt-4 text-muted">
            {guide.readingMinutes} min read. <span className="inline-block">Facts checked {formatChecks(guide)}.</span>
          </p>
        </header>
        <div className="mt-12 grid gap-x-16 md:grid-cols-[1fr_minmax(0,39rem)]">
          <TableOfContents guide={guide} />
          <div>
            <GuidePicture name={guide.picture} isFirst className="mb-6 aspect-3/2 w-full rounded-sm" />
            <GuideText blocks={guide.blocks} />
            <Sources sources={guide.sources} />
            <NextStep {...(guide.serviceType ? nextSteps[guide.serviceType] : contactStep)} className="mt-12" />
          </div>
        </div>
      </article>
      <RelatedGuides guides={related} />
    </>
  )
}

/** "on 28 November 2026", or from the earliest check to the latest. */
function formatChecks({ factsCheckedOn, sources }: Guide): string {
  const latest =
    sources
      .map(({ checkedOn }) => checkedOn)
      .sort()
      .at(-1) ?? factsCheckedOn
  const days = [factsCheckedOn, latest].map(formatDay)
  return days[0] === days[1] ? `on ${days[0]}` : `between ${days.join(' and ')}`
}

function TableOfContents({ guide: { blocks } }: { guide: Guide }) {
  const headings = blocks.flatMap((block) => (block.kind === 'heading' && block.level === 2 ? [block] : []))
  return (
    <nav
      aria-label="On this page"
      className="mb-8 border-y border-line py-2 md:sticky md:top-28 md:mb-0 md:self-start md:border-0 md:py-0"
    >
      <PhoneDetails heading={<span className="font-semibold">On this page</span>} summaryClass="min-h-11">
        <ol className="my-3 grid gap-2">
          {[...headings, { id: 'sources', text: 'Sources' }].map(({ id, text }) => (
            <li key={id}>
              <a href={`#${id}`} className="text-muted underline-offset-4 hover:text-ink hover:underline">
                {text}
              </a>
            </li>
          ))}
        </ol>
      </PhoneDetails>
    </nav>
  )
}

function Sources({ sources }: { sources: GuideSource[] }) {
  return (
    <section aria-labelledby="sources" className="mt-12 border-t border-line pt-8">
      <h2 id="sources" tabIndex={-1} className="text-xl">
        Sources
      </h2>
      <ul className="mt-4 grid gap-3">
        {sources.map(({ title, url, checkedOn }) => (
          <li key={url}>
            <a href={url} className="link">
              {title}
            </a>
            <span className="block text-sm text-muted">
              <span className="print:hidden">{new URL(url).hostname}</span>
              <span className="hidden print:inline">{url}</span>, checked on {formatDay(checkedOn)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const nextSteps: Record<ServiceType, { to: string; text: string; link: string }> = {
  MY_FUTURE: {
    to: '/services/my-future',
    text: 'MY FUTURE applies this guide’s questions to your own situation, with two calls and a written roadmap.',
    link: 'See MY FUTURE',
  },
  STUDY_WORLD: {
    to: '/services/study-world',
    text: 'STUDY WORLD compares courses and countries for you, and puts the deadlines and costs in writing.',
    link: 'See STUDY WORLD',
  },
  BIZ_FUTURE: {
    to: '/services/biz-future',
    text: 'BIZ FUTURE plans, makes and publishes a month of posts for you.',
    link: 'See BIZ FUTURE',
  },
}

const contactStep = { to: '/contact', text: 'Something still unclear? Ask us before you buy.', link: 'Contact us' }

function RelatedGuides({ guides }: { guides: GuideSummary[] }) {
  if (guides.length === 0) return null
  return (
    <section aria-labelledby="related" className="border-t border-line bg-surface print:hidden">
      <div className="container-page py-10 md:py-20">
        <h2 id="related" className="text-2xl">
          Read next
        </h2>
        <GuideList guides={guides} headingLevel={3} className="mt-8" />
      </div>
    </section>
  )
}

/** Lists the guides about a service on the service's page. */
export function GuidesSection({ guides }: { guides: GuideSummary[] }) {
  if (guides.length === 0) return null
  return (
    <section aria-labelledby="guides" className="container-page pt-8 md:pt-20">
      <h2 id="guides" className="text-base tracking-normal text-primary-ink">
        Guides
      </h2>
      <SnapList label="Guides to read" className="mt-3 md:mt-4">
        <ul className="narrow:flex narrow:gap-4">
          {guides.map(({ id, slug, title, readingMinutes }) => (
            <li
              key={id}
              className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-line narrow:w-[72vw] narrow:max-w-80 narrow:shrink-0 narrow:snap-start narrow:flex-col narrow:rounded-md narrow:border narrow:bg-surface narrow:p-4 md:border-t md:py-4 md:last:border-b"
            >
              <Link to={`/guides/${slug}`} className="link font-medium">
                {title}
              </Link>
              <span className="text-muted max-md:text-sm">{readingMinutes} min read</span>
            </li>
          ))}
        </ul>
      </SnapList>
    </section>
  )
}
