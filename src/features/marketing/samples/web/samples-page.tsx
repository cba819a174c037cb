import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { services } from '#features/catalogue/rules/services.ts'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { CallToActionSection } from '../../web/call-to-action-section.tsx'
import { contentPageMeta } from '../../web/page-meta.ts'
import { listSamples, type Sample, type SamplePage, type SampleSlug } from '../contract.ts'
import { SampleText } from './sample-text.tsx'

/** Sends only what the list shows: of the documents' text, one page each. */
export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, samples] = await Promise.all([call(getCompany), call(listSamples)])
  return { company, samples: samples.map(listSample) }
}

function listSample({ pages, ...sample }: Sample) {
  return { ...sample, pageCount: pages.length, shownPage: pages[shownPages[sample.slug]] ?? pages[0] }
}

/** The index of the page that says at a glance what kind of document it is. */
const shownPages: Record<SampleSlug, number> = {
  'future-profile': 3,
  roadmap: 1,
  'study-strategy': 2,
  'monthly-report': 3,
}

export const meta = contentPageMeta({
  picture: 'samples',
  title: 'Samples',
  description: 'Read whole sample documents before you buy: a career report, a roadmap, a study strategy and more.',
})

export default function SamplesPage() {
  const { samples } = useLoaderData<typeof loader>()
  return (
    <>
      <header className="container-page pt-10 pb-8 md:pt-24 md:pb-14">
        <h1 className="max-w-4xl">
          <span className="block text-base tracking-normal text-primary-ink">Samples</span>{' '}
          <span className="mt-2 block text-4xl leading-[1.1] sm:mt-4 sm:text-5xl">
            See what you’ll get before you pay.
          </span>
        </h1>
        <p className="mt-4 max-w-prose text-lg sm:mt-6 text-muted">
          Whole documents, at the length we promise. The readers in them are examples. Yours will be about you.
        </p>
      </header>
      <ul className="container-page grid gap-6 pb-10 sm:grid-cols-2 md:gap-8 md:pb-24">
        {samples.map(({ slug, title, reader, description, serviceType, packageTitle, pageCount, shownPage }) => (
          <li
            key={slug}
            className="relative flex flex-col overflow-hidden rounded-md card-link border border-line bg-surface shadow-card"
          >
            {shownPage ? <SmallSheet page={shownPage} /> : null}
            <div className="flex grow flex-col p-[min(1.25rem,6vw)] sm:p-8">
              <p className="text-sm font-semibold text-primary-ink">{services[serviceType].name} · Sample</p>
              <h2 className="mt-2 text-2xl">
                <Link
                  to={`/samples/${slug}`}
                  className="underline-offset-4 after:absolute after:inset-0 after:rounded-md hover:underline"
                >
                  {title}
                </Link>
              </h2>
              <p className="mt-3 mb-5">{description}</p>
              <p className="mt-auto text-[0.9375rem] text-muted">
                Written for {reader}. {pageCount}&nbsp;pages, included in {packageTitle}.
              </p>
            </div>
          </li>
        ))}
      </ul>
      <CallToActionSection
        title="Want one about you?"
        text="Open a sample to see which package includes it. Or create an account to get started."
      />
    </>
  )
}

/** The top of a page in small, on further sheets. Decoration: whoever wants to read it opens the document. */
function SmallSheet({ page: { title, blocks } }: { page: SamplePage }) {
  return (
    <div
      aria-hidden="true"
      inert
      className="h-48 overflow-hidden border-b border-line bg-line/40 sm:h-64 dark:bg-ground print:hidden"
    >
      <div className="relative left-1/2 mt-6 w-[800px] origin-top-left scale-[0.36] before:absolute before:inset-0 before:rotate-2 before:rounded-sm before:bg-surface before:shadow-raised sm:scale-50 *:-translate-x-1/2 before:-translate-x-1/2">
        <div className="relative min-h-[1000px] rounded-sm border border-line bg-surface px-16 py-12 shadow-raised">
          <p className="text-3xl font-semibold">{title}</p>
          <SampleText blocks={blocks} />
        </div>
      </div>
    </div>
  )
}
