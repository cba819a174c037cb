import { data, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router'
import { listPackages } from '#features/catalogue/contract.ts'
import { getCompany } from '#features/company/contract.ts'
import { serverCall } from '#platform/web/server-call.ts'
import NotFoundPage, { meta as notFoundMeta } from '../../web/not-found-page.tsx'
import { contentPageMeta } from '../../web/page-meta.ts'
import { findStep, firstPage } from '../rules/recommendation.ts'
import { QuestionSection } from './question-section.tsx'
import { ResultSection } from './result-section.tsx'

/** The answers are in the address and nowhere else. An address with any other answer is 404. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = [firstPage, params['*']].filter(Boolean).join('/')
  if (!findStep(page)) return data({ page: null, company: null, packages: [] }, { status: 404 })
  const call = context.get(serverCall)
  const [company, packages] = await Promise.all([call(getCompany), call(listPackages)])
  return data({ page, company, packages })
}

const TITLE = 'Which service is right for me?'
const description =
  'Answer four short questions and see which of our packages suits you, why, and what it costs. We don’t keep your answers.'

export function meta({ loaderData, ...metaArgs }: MetaArgs<typeof loader>) {
  const { page = null, company = null } = loaderData ?? {}
  const step = page === null ? undefined : findStep(page)
  if (!company || !step) return notFoundMeta()
  const isFirst = page === firstPage
  const title = step.kind === 'result' ? 'The package that suits you' : `Question ${step.number}: ${step.question}`
  const text = isFirst ? { title: TITLE } : { title, parents: [{ name: TITLE, path: firstPage }] }
  return contentPageMeta({ ...text, description, picture: 'which-service' })({ ...metaArgs, loaderData: { company } })
}

export default function WhichServicePage() {
  const { page, packages } = useLoaderData<typeof loader>()
  const step = page === null ? undefined : findStep(page)
  if (!step || page === null) return <NotFoundPage />
  return step.kind === 'question' ? <QuestionSection step={step} /> : <ResultSection step={step} packages={packages} />
}
