import type { MetaDescriptor } from 'react-router'
import type { Package } from '#features/catalogue/contract.ts'
import type { Company } from '#features/company/contract.ts'
import { breadcrumbData, organisationData, questionsData, serviceData, webSiteData } from './structured-data.ts'

export type Question = { question: string; answer: string }

type PageText = { title: string; description: string }

export function homeMeta(text: PageText, company: Company | undefined, metaArgs: PageMetaArgs): MetaDescriptor[] {
  const publicUrl = findPublicUrl(metaArgs)
  const data = company ? [organisationData(company, publicUrl), webSiteData(company, publicUrl)] : []
  return pageMeta({ ...text, data }, metaArgs)
}

type ContentPage = PageText & { picture?: string; company: Company | undefined }

/** Meta tags of an information page, with structured data about the company and breadcrumbs. */
export function contentPageMeta({ company, ...text }: ContentPage, metaArgs: PageMetaArgs): MetaDescriptor[] {
  const page = toPageUrls(metaArgs)
  const data = company ? [organisationData(company, page.publicUrl), breadcrumbData(text.title, page)] : []
  return pageMeta({ ...text, brandName: company?.brandName, data }, metaArgs)
}

type ServicePage = PageText & {
  service: string
  /** "Career guidance" */
  serviceType: string
  picture: string
  questions: readonly Question[]
  loaderData: { company: Company; packages: Package[] } | undefined
}

export function serviceMeta(
  { loaderData, service, serviceType, questions, ...text }: ServicePage,
  metaArgs: PageMetaArgs,
): MetaDescriptor[] {
  const page = toPageUrls(metaArgs)
  if (!loaderData) return pageMeta(text, metaArgs)
  const { company, packages } = loaderData
  const serviceText = { name: service, serviceType, description: text.description }
  const data = [
    serviceData(serviceText, packages, company, page),
    breadcrumbData(service, page),
    questionsData(questions),
  ]
  return pageMeta({ ...text, brandName: company.brandName, data }, metaArgs)
}

function toPageUrls(metaArgs: PageMetaArgs) {
  return { url: pageUrl(metaArgs), publicUrl: findPublicUrl(metaArgs) }
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
type PageMetaArgs = {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** Only for the HTML we send. In the browser React would turn text into a script, which our policy forbids. */
const isOnServer = import.meta.env.SSR

/** Meta tags for search engines and shared links, for public pages. */
function pageMeta(
  { title, description, brandName, picture = 'home', data = [] }: PageMeta,
  metaArgs: PageMetaArgs,
): MetaDescriptor[] {
  const fullTitle = brandName ? `${title} | ${brandName}` : title
  const url = pageUrl(metaArgs)
  const image = `${findPublicUrl(metaArgs)}/images/social/${picture}.png`
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
function pageUrl(metaArgs: PageMetaArgs): string {
  const { pathname } = metaArgs.location
  const isFolder = pathname.length > 1 && pathname.endsWith('/')
  return `${findPublicUrl(metaArgs)}${isFolder ? pathname.slice(0, -1) : pathname}`
}

/** PUBLIC_URL from the root loader. Empty if the root failed to load. */
function findPublicUrl({ matches }: PageMetaArgs): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  const hasUrl = typeof root === 'object' && root !== null && 'publicUrl' in root
  return hasUrl ? String(root.publicUrl) : ''
}
