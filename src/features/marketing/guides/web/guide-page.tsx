import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import NotFoundPage, { meta as notFoundMeta } from '../../web/not-found-page.tsx'
import { guideMeta } from '../../web/page-meta.ts'
import { getGuide, listGuides } from '../contract.ts'
import { relatedGuides } from '../rules.ts'
import { GuideArticle } from './guide-sections.tsx'

/** Responds with 404 if the guide is unknown or hidden. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, guides] = await Promise.all([call(getCompany), call(listGuides)])
  const summary = guides.find(({ slug }) => slug === params.slug)
  if (!summary) return data({ company, guide: null, related: [] }, { status: 404 })
  const guide = await call(getGuide, { params: { slug: summary.slug } })
  return data({ company, guide, related: relatedGuides(guides, guide) })
}

export function meta({ loaderData, ...metaArgs }: MetaArgs<typeof loader>) {
  return loaderData?.guide ? guideMeta(loaderData.guide, { ...metaArgs, loaderData }) : notFoundMeta()
}

export default function GuidePage() {
  const { guide, related } = useLoaderData<typeof loader>()
  return guide ? <GuideArticle guide={guide} related={related} /> : <NotFoundPage />
}
