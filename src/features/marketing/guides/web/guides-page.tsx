import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import { CallToActionSection } from '../../web/call-to-action-section.tsx'
import { contentPageMeta } from '../../web/page-meta.ts'
import { listGuides } from '../contract.ts'
import { GuideList } from './guide-list.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, guides] = await Promise.all([call(getCompany), call(listGuides)])
  return { company, guides }
}

export const meta = contentPageMeta({
  picture: 'guides',
  title: 'Guides',
  description:
    'Free guides to choosing after A-levels, studying abroad, personal statements and a small firm’s first posts, with their sources.',
  hasFeed: true,
})

export default function GuidesPage() {
  const { guides } = useLoaderData<typeof loader>()
  return (
    <>
      <header className="container-page pt-10 pb-8 md:pt-24 md:pb-16">
        <h1 className="max-w-4xl">
          <span className="block text-base tracking-normal text-primary-ink">Guides</span>{' '}
          <span className="mt-2 block text-4xl leading-[1.1] sm:mt-4 sm:text-5xl lg:text-6xl">
            Read first. Decide after.
          </span>
        </h1>
        <p className="mt-4 max-w-prose text-lg sm:mt-6 text-muted">
          What we’d tell a friend before they chose a course, a country or a first post. Free to read, with the sources
          at the end and the day we checked them.
        </p>
      </header>
      <section aria-label="All guides" className="container-page pb-10 md:pb-24">
        <GuideList guides={guides} headingLevel={2} />
      </section>
      <CallToActionSection
        title="Want to talk it through?"
        text="Create an account to get started, or ask us anything first."
      />
    </>
  )
}
