import type { MetaDescriptor } from 'react-router'
import type { Package } from '#features/catalogue/contract.ts'
import type { Company } from '#features/company/contract.ts'
import { breadcrumbData, organisationData, questionsData, serviceData, webSiteData } from './structured-data.ts'

export type Question = { question: string; answer: string }

type PageText = { title: string; description: string }

export function homeMeta(words: PageText, company: Company | undefined, place: MetaPlace): MetaDescriptor[] {
  const publicUrl = publicUrlOf(place)
  const data = company ? [organisationData(company, publicUrl), webSiteData(company, publicUrl)] : []
  return pageMeta({ ...words, data }, place)
}

type ContentPage = PageText & { picture?: string; company: Company | undefined }

/** Meta tags of an information page, with structured data about the company and breadcrumbs. */
export function contentPageMeta({ company, ...words }: ContentPage, place: MetaPlace): MetaDescriptor[] {
  const page = placeOf(place)
  const data = company ? [organisationData(company, page.publicUrl), breadcrumbData(words.title, page)] : []
  return pageMeta({ ...words, brandName: company?.brandName, data }, place)
}

type ServicePage = PageText & {
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

type PageMeta = {
  title: string
  description: string
  /** From the company's settings. */
  brandName?: string | undefined
  /** Preview picture for shared links: a file in public/images/social. */
  picture?: string
  /** schema.org objects for JSON-LD. */
  data?: object[]
}

/** The part of the `meta` arguments used here. */
type MetaPlace = {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Only for the HTML we send. In the browser React would turn text into a script, which our policy forbids. */
const isOnServer = import.meta.env.SSR

/** Meta tags for search engines and shared links, for public pages. */
function pageMeta(
  { title, description, brandName, picture = 'home', data = [] }: PageMeta,
  place: MetaPlace,
): MetaDescriptor[] {
  const fullTitle = brandName ? `${title} | ${brandName}` : title
  const url = pageUrl(place)
  const image = `${publicUrlOf(place)}/images/social/${picture}.png`
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:url', content: url },
    ...(brandName ? [{ property: 'og:site_name', content: brandName }] : []),
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(isOnServer ? data : []).map((object) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...object },
    })),
  ]
}

/** Canonical address, independent of the requested host and of a trailing slash. */
function pageUrl(place: MetaPlace): string {
  const { pathname } = place.location
  const isFolder = pathname.length > 1 && pathname.endsWith('/')
  return `${publicUrlOf(place)}${isFolder ? pathname.slice(0, -1) : pathname}`
}

/** PUBLIC_URL from the root loader. Empty if the root failed to load. */
function publicUrlOf({ matches }: MetaPlace): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  const hasUrl = typeof root === 'object' && root !== null && 'publicUrl' in root
  return hasUrl ? String(root.publicUrl) : ''
}
