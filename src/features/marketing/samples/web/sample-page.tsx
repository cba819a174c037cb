import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import NotFoundPage, { meta as notFoundMeta } from '../../web/not-found-page.tsx'
import { contentPageMeta } from '../../web/page-meta.ts'
import { listSamples } from '../contract.ts'
import { SampleSection } from './sample-section.tsx'

/** Sends only this page's sample, or 404 for an unknown name. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const call = context.get(serverCall)
  const [company, samples] = await Promise.all([call(getCompany), call(listSamples)])
  const sample = samples.find(({ slug }) => slug === params.slug)
  return data({ company, sample: sample ?? null }, { status: sample ? 200 : 404 })
}

export function meta({ loaderData, ...metaArgs }: MetaArgs<typeof loader>) {
  const sample = loaderData?.sample
  if (!sample) return notFoundMeta()
  const text = { title: `Sample: ${sample.title}`, description: sample.description, picture: `sample-${sample.slug}` }
  return contentPageMeta({ ...text, parents: [samplesStep] })({ ...metaArgs, loaderData })
}

const samplesStep = { name: 'Samples', path: '/samples' }

export default function SamplePage() {
  const { sample } = useLoaderData<typeof loader>()
  return sample ? <SampleSection sample={sample} /> : <NotFoundPage />
}
