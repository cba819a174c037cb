import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { getCompany } from '#features/company/contract.ts'
import { listConsultants } from '#features/consultants/contract.ts'
import { ConsultantList } from '#features/consultants/web/public.tsx'
import { serverCall } from '#platform/web/server-call.ts'
import { CallToActionSection } from './call-to-action-section.tsx'
import NotFoundPage, { meta as notFoundMeta } from './not-found-page.tsx'
import { contentPageMeta } from './page-meta.ts'

/** Responds with 404 if there are no consultants to show (PRODUCT D16). */
export async function loader({ context }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, consultants] = await Promise.all([call(getCompany), call(listConsultants)])
  return data({ company, consultants }, { status: consultants.length > 0 ? 200 : 404 })
}

export function meta(metaArgs: MetaArgs<typeof loader>) {
  return metaArgs.loaderData?.consultants.length ? consultantsMeta(metaArgs) : notFoundMeta()
}

const consultantsMeta = contentPageMeta({
  title: 'Our consultants',
  description: 'Meet the people who’ll advise you: who they are, what they advise on and the languages they speak.',
  picture: 'consultants',
})

export default function ConsultantsPage() {
  const { consultants } = useLoaderData<typeof loader>()
  if (consultants.length === 0) return <NotFoundPage />
  return (
    <>
      <header className="container-page pt-10 pb-8 md:pt-24 md:pb-20">
        <h1 className="max-w-4xl">
          <span className="block text-base tracking-normal text-primary-ink">Our Consultants</span>{' '}
          <span className="mt-2 block text-4xl leading-[1.1] sm:mt-4 sm:text-5xl lg:text-6xl">
            You’ll be working with a person.
          </span>
        </h1>
        <p className="mt-4 max-w-prose text-lg sm:mt-6 text-muted">
          Advice is only as good as the person giving it. Here’s who you’ll work with, what they advise on and the
          languages they speak. They also write your reports, and make your posts and reels.
        </p>
      </header>
      <section aria-label="Consultants" className="container-page pb-10 md:pb-24">
        <ConsultantList consultants={consultants} />
      </section>
      <CallToActionSection
        title="Found the right person?"
        text="Create an account to get started, or ask us anything first."
      />
    </>
  )
}
