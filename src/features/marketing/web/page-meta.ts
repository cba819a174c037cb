import type { MetaDescriptor } from 'react-router'
import type { Package } from '#features/catalogue/contract.ts'
import type { Company } from '#features/company/contract.ts'
import { pictures } from '#platform/web/ui/pictures.ts'
import type { GuideSummary } from '../guides/contract.ts'
import { findTranscript, type Transcript } from '../video/web/transcripts.ts'
import {
  articleData,
  breadcrumbData,
  filmData,
  organisationData,
  type PageUrls,
  questionsData,
  type Step,
  serviceData,
  webSiteData,
} from './structured-data.ts'

export type Question = {
  /** The answer's anchor, if something links to it. */
  id?: string
  question: string
  answer: string
}

type PageText = { title: string; description: string }

/** The arguments of a page's `meta`. @template Loaded the type that its loader returns */
type PageMetaArgs<Loaded> = {
  loaderData: Loaded | undefined
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

export function homeMeta(text: PageText, metaArgs: PageMetaArgs<{ company: Company }>): MetaDescriptor[] {
  const company = metaArgs.loaderData?.company
  const page = readPageUrls(metaArgs)
  const data = company ? [organisationData(company, page.publicUrl), webSiteData(company, page.publicUrl)] : []
  return pageMeta({ ...text, picture: 'home', data }, page)
}

/** The `meta` for an information page, with structured data about the company and breadcrumbs. */
export function contentPageMeta({
  parents,
  ...text
}: PageText & Pick<PageMeta, 'picture' | 'hasFeed'> & { parents?: Step[] }) {
  return (metaArgs: PageMetaArgs<{ company: Company }>): MetaDescriptor[] => {
    const company = metaArgs.loaderData?.company
    const page = readPageUrls(metaArgs)
    const data = company ? [organisationData(company, page.publicUrl), breadcrumbData(text.title, page, parents)] : []
    return pageMeta({ ...text, brandName: company?.brandName, data }, page)
  }
}

/** The `meta` for a guide, with structured data about the article and breadcrumbs. */
export function guideMeta(guide: GuideSummary, metaArgs: PageMetaArgs<{ company: Company }>): MetaDescriptor[] {
  const { title, summary: description } = guide
  const page = readPageUrls(metaArgs)
  const company = metaArgs.loaderData?.company
  const parents = [{ name: 'Guides', path: '/guides' }]
  const data = company ? [articleData(guide, company, page), breadcrumbData(title, page, parents)] : []
  const text = { title, description, brandName: company?.brandName }
  const picture = guide.picture in pictures ? guide.picture : 'guides'
  return pageMeta({ ...text, picture, kind: 'article', hasFeed: true, data }, page)
}

export type ServiceText = PageText & {
  service: string
  /** The last part of the page's address, and the name of its film and preview picture. */
  slug: Transcript['name']
  /** "Career guidance" */
  serviceType: string
  questions: Question[]
}

export function serviceMeta({ title, description, service, slug, serviceType, questions }: ServiceText) {
  return (metaArgs: PageMetaArgs<{ company: Company; packages: Package[] }>): MetaDescriptor[] => {
    const page = readPageUrls(metaArgs)
    const text = { title, description, picture: slug }
    if (!metaArgs.loaderData) return pageMeta(text, page)
    const { company, packages } = metaArgs.loaderData
    const data = [
      serviceData({ name: service, serviceType, description }, packages, company, page),
      breadcrumbData(service, page),
      questionsData(questions),
      filmData(findTranscript(slug), description, page),
    ]
    return pageMeta({ ...text, brandName: company.brandName, data }, page)
  }
}

type PageMeta = PageText & {
  /** Taken from the company's settings. */
  brandName?: string | undefined
  /** The preview picture for shared links: a file in public/images/social. */
  picture: string
  kind?: 'website' | 'article'
  /** True if the page offers feed readers the guides' feed. */
  hasFeed?: boolean
  /** schema.org objects for JSON-LD. */
  data?: object[]
}

const FEED_TYPE = 'application/atom+xml'

/**
 * Used only in the HTML that the server sends. In the browser, React would turn the text into a script, which our
 * policy forbids.
 */
const isOnServer = import.meta.env.SSR

/** Meta tags on public pages, for search engines and shared links. */
function pageMeta(
  { title, description, brandName, picture, kind = 'website', hasFeed = false, data = [] }: PageMeta,
  { url, publicUrl }: PageUrls,
): MetaDescriptor[] {
  const fullTitle = brandName ? `${title} | ${brandName}` : title
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: url },
    ...(hasFeed ? [{ tagName: 'link', rel: 'alternate', type: FEED_TYPE, href: `${publicUrl}/guides.xml` }] : []),
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: kind },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:url', content: url },
    ...(brandName ? [{ property: 'og:site_name', content: brandName }] : []),
    { property: 'og:image', content: `${publicUrl}/images/social/${picture}.jpg` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(isOnServer ? data : []).map((object) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...object },
    })),
  ]
}

/**
 * Returns PUBLIC_URL from the root loader, empty if the root failed to load, and the page's canonical address, which
 * does not depend on the requested host or a trailing slash.
 */
function readPageUrls({ location: { pathname }, matches }: PageMetaArgs<unknown>): PageUrls {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  const hasUrl = typeof root === 'object' && root !== null && 'publicUrl' in root
  const publicUrl = hasUrl ? String(root.publicUrl) : ''
  const isFolder = pathname.length > 1 && pathname.endsWith('/')
  return { url: `${publicUrl}${isFolder ? pathname.slice(0, -1) : pathname}`, publicUrl }
}
