import type { MetaDescriptor } from 'react-router'
import type { Package } from '#features/catalogue/contract.ts'
import type { Company } from '#features/company/contract.ts'
import { type MetaPlace, pageMeta, pageUrl, publicUrlOf } from '#platform/web/page-meta.ts'
import { breadcrumbData, organizationData, questionsData, serviceData, webSiteData } from './structured-data.ts'

export type Question = { question: string; answer: string }

type Words = { title: string; description: string }

export function homeMeta(words: Words, company: Company | undefined, place: MetaPlace): MetaDescriptor[] {
  const publicUrl = publicUrlOf(place)
  const data = company ? [organizationData(company, publicUrl), webSiteData(company, publicUrl)] : []
  return pageMeta({ ...words, data }, place)
}

type InformingPage = Words & { picture?: string; company: Company | undefined }

/** A page that informs: who it belongs to and where it stands. */
export function informingMeta({ company, ...words }: InformingPage, place: MetaPlace): MetaDescriptor[] {
  const page = placeOf(place)
  const data = company ? [organizationData(company, page.publicUrl), breadcrumbData(words.title, page)] : []
  return pageMeta({ ...words, brandName: company?.brandName, data }, place)
}

type ServicePage = Words & {
  service: string
  /** "Career guidance" */
  serviceType: string
  picture: string
  questions: readonly Question[]
  loaded: { company: Company; packages: Package[] } | undefined
}

export function serviceMeta(
  { loaded, service, serviceType, questions, ...words }: ServicePage,
  place: MetaPlace,
): MetaDescriptor[] {
  const page = placeOf(place)
  if (!loaded) return pageMeta(words, place)
  const { company, packages } = loaded
  const about = { name: service, serviceType, description: words.description }
  const data = [serviceData(about, packages, company, page), breadcrumbData(service, page), questionsData(questions)]
  return pageMeta({ ...words, brandName: company.brandName, data }, place)
}

function placeOf(place: MetaPlace) {
  return { url: pageUrl(place), publicUrl: publicUrlOf(place) }
}
