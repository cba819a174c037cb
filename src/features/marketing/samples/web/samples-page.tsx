import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { services } from '#features/catalogue/rules/services.ts'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { Link } from '#platform/web/ui/link.tsx'
import { CallToActionSection } from '../../web/call-to-action-section.tsx'
import { contentPageMeta } from '../../web/page-meta.ts'
import { listSamples } from '../contract.ts'

/** Sends only what the list shows, without the documents' text. */
export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, samples] = await Promise.all([call(getCompany), call(listSamples)])
  return { company, samples: samples.map(({ pages, ...sample }) => ({ ...sample, pageCount: pages.length })) }
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
      <header className="container-page pt-16 pb-14 md:pt-24">
        <h1 className="max-w-4xl">
          <span className="block text-base tracking-normal text-primary-ink">Samples</span>{' '}
          <span className="mt-4 block text-4xl leading-[1.1] sm:text-5xl">See what you’ll get before you pay.</span>
        </h1>
        <p className="mt-7 max-w-prose text-lg text-muted">
          Whole documents, at the length we promise. The readers in them are examples. Yours will be about you.
        </p>
      </header>
      <ul className="container-page grid gap-6 pb-20 sm:grid-cols-2 md:gap-8 md:pb-28">
        {samples.map(({ slug, title, reader, description, serviceType, packageTitle, pageCount }) => (
          <li
            key={slug}
            className="flex flex-col rounded-md border border-line bg-surface p-[min(1.5rem,6vw)] shadow-card sm:p-8"
          >
            <p className="text-sm font-semibold text-primary-ink">{services[serviceType].name} · Sample</p>
            <h2 className="mt-2 text-2xl">
              <Link to={`/samples/${slug}`} className="link">
                {title}
              </Link>
            </h2>
            <p className="mt-3 mb-5">{description}</p>
            <p className="mt-auto text-[0.9375rem] text-muted">
              Written for {reader}. {pageCount} pages, included in {packageTitle}.
            </p>
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
