import { Download } from 'lucide-react'
import { services } from '#features/catalogue/rules/services.ts'
import { ButtonLink } from '#platform/web/ui/button.tsx'
import { Link } from '#platform/web/ui/link.tsx'
import type { Sample, SamplePage } from '../contract.ts'
import { FoldedPageList, PageList } from './page-list.tsx'
import { SampleText } from './sample-text.tsx'

/** A sample document: its sheets one below another, with the PDF and the package that includes a similar document. */
export function SampleSection({ sample }: { sample: Sample }) {
  const { pages, serviceType } = sample
  const links = pages.map(({ title }, index) => ({ id: pageId(index), title }))
  return (
    <>
      <SampleHeader sample={sample} />
      <div className="border-y border-line bg-line/40">
        <div className="container-page grid gap-x-10 py-8 md:grid-cols-[13rem_minmax(0,1fr)] md:py-14 print:block">
          <PageList pages={links} />
          <FoldedPageList pages={links} />
          <div className="mx-[calc(-0.6*var(--page-gutter))] grid gap-6 sm:mx-0 md:gap-10 print:block print:space-y-8">
            {pages.map((page, index) => (
              <Sheet
                key={page.title}
                page={page}
                id={pageId(index)}
                mark={`Sample · ${services[serviceType].name}`}
                position={`Page ${index + 1} of ${pages.length}`}
              />
            ))}
          </div>
        </div>
      </div>
      <NextStep sample={sample} />
    </>
  )
}

const pageId = (index: number) => `page-${index + 1}`

function SampleHeader({ sample }: { sample: Sample }) {
  const { title, reader, description, serviceType } = sample
  return (
    <header className="container-page pt-8 pb-12 md:pt-12 md:pb-16">
      <nav aria-label="Breadcrumb" className="text-[0.9375rem] text-muted">
        <ol className="flex flex-wrap gap-x-2">
          <li>
            <Link to="/" className="link link-alone">
              Home
            </Link>{' '}
            <span aria-hidden="true">/</span>
          </li>
          <li>
            <Link to="/samples" className="link link-alone">
              Samples
            </Link>{' '}
            <span aria-hidden="true">/</span>
          </li>
          <li aria-current="page" className="self-center">
            {title}
          </li>
        </ol>
      </nav>
      <h1 className="mt-8 max-w-4xl">
        <span className="block text-base tracking-normal text-primary-ink">{services[serviceType].name} · Sample</span>{' '}
        <span className="mt-3 block text-4xl leading-[1.1] sm:text-5xl">{title}</span>
      </h1>
      <p className="mt-6 max-w-prose text-lg text-muted">{description}</p>
      <p className="mt-3 max-w-prose text-muted">
        Written for {reader}. That’s an example, not a real person or business.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <DownloadLink sample={sample} variant="secondary" />
        <PackageLink sample={sample} variant="quiet" />
      </div>
    </header>
  )
}

type SheetProps = { page: SamplePage; id: string; mark: string; position: string }

function Sheet({ page: { title, blocks }, id, mark, position }: SheetProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="rounded-sm border border-line bg-surface px-[min(1rem,5vw)] py-6 shadow-card focus:outline-none sm:px-12 sm:py-10 print:border-0 print:p-0"
    >
      <p className="flex flex-wrap justify-between gap-x-4 border-b border-line pb-3 text-sm print:break-after-avoid">
        <strong className="font-semibold text-primary-ink">{mark}</strong>
        <span className="text-muted">{position}</span>
      </p>
      <h2 id={`${id}-title`} className="mt-8 text-2xl">
        {title}
      </h2>
      <SampleText blocks={blocks} />
    </section>
  )
}

function NextStep({ sample }: { sample: Sample }) {
  return (
    <section className="container-page py-10 md:py-24">
      <h2 className="max-w-2xl text-3xl">Yours will be about you</h2>
      <p className="mt-5 max-w-prose text-lg text-muted">
        {sample.packageTitle} includes a {sample.noun} like this one. A consultant writes it from what you tell us, and
        you’ll find it in your portal.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <PackageLink sample={sample} variant="primary" />
        <DownloadLink sample={sample} variant="quiet" />
      </div>
    </section>
  )
}

type SampleLinkProps = { sample: Sample; variant: 'primary' | 'secondary' | 'quiet' }

function PackageLink({ sample: { serviceType, packageId, noun }, variant }: SampleLinkProps) {
  return (
    <ButtonLink to={`${services[serviceType].page}#${packageId}`} variant={variant}>
      Get a {noun} like this
    </ButtonLink>
  )
}

function DownloadLink({ sample: { slug, pages, kilobytes }, variant }: SampleLinkProps) {
  return (
    <ButtonLink to={`/samples/${slug}.pdf`} reloadDocument variant={variant}>
      <Download aria-hidden="true" className="size-5 shrink-0" />
      <span>
        Download the PDF{' '}
        <span className="max-sm:block">
          ({pages.length} pages, {kilobytes}&nbsp;KB)
        </span>
      </span>
    </ButtonLink>
  )
}
