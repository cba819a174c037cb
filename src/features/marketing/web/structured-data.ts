import type { MarketId, Package } from '#features/catalogue/contract.ts'
import { markets } from '#features/catalogue/web/public.tsx'
import type { Company } from '#features/company/contract.ts'
import type { GuideSummary } from '../guides/contract.ts'
import { filmSeconds, type Transcript } from '../video/web/transcripts.ts'

/** Structured data for search engines in schema.org terms. All prices come from the catalogue. */

export function organisationData(company: Company, publicUrl: string) {
  return {
    '@type': 'Organization',
    '@id': organisationId(publicUrl),
    name: company.brandName,
    legalName: company.legalName,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icons/icon-512.png`,
    foundingDate: String(company.foundedYear),
    email: company.email,
    telephone: company.phone,
    ...(company.vatNumber && { vatID: company.vatNumber }),
    address: { '@type': 'PostalAddress', streetAddress: company.address.join(', ') },
    ...(company.socialLinks.length > 0 && { sameAs: company.socialLinks.map(({ url }) => url) }),
  }
}

export function webSiteData(company: Company, publicUrl: string) {
  return {
    '@type': 'WebSite',
    name: company.brandName,
    url: `${publicUrl}/`,
    inLanguage: 'en-GB',
    publisher: { '@id': organisationId(publicUrl) },
  }
}

type ServiceText = { name: string; serviceType: string; description: string }

/** A service with one offer per package and market (PRODUCT D1). */
export function serviceData(service: ServiceText, packages: Package[], company: Company, page: PageUrls) {
  return {
    '@type': 'Service',
    ...service,
    url: page.url,
    provider: { '@type': 'Organization', '@id': organisationId(page.publicUrl), name: company.brandName },
    offers: packages.flatMap((offer) => markets.map((market) => offerData(offer, market, page.url))),
  }
}

function offerData(offer: Package, market: MarketId, url: string) {
  const { total, currency } = offer.prices[market]
  const price = formatMinorUnits(total)
  return {
    '@type': 'Offer',
    name: offer.title,
    description: offer.description,
    sku: `${offer.id}-${market}`,
    url: `${url}#${offer.id}`,
    availability: `https://schema.org/${offer.canBeBought ? 'InStock' : 'OutOfStock'}`,
    price,
    priceCurrency: currency,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: currency,
      valueAddedTaxIncluded: true,
      ...(offer.billing === 'monthly' && { billingDuration: 1, billingIncrement: 1, unitCode: 'MON' }),
    },
  }
}

export function questionsData(questions: readonly { question: string; answer: string }[]) {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

export function filmData(film: Transcript, description: string, { publicUrl }: PageUrls) {
  return {
    '@type': 'VideoObject',
    name: `${film.service}: the film`,
    description,
    thumbnailUrl: `${publicUrl}/video/${film.name}.jpg`,
    contentUrl: `${publicUrl}/video/${film.name}.mp4`,
    uploadDate: film.publishedAt,
    duration: `PT${Math.round(filmSeconds(film))}S`,
    inLanguage: 'en-GB',
    transcript: film.scenes.map(({ title, caption }) => `${title} ${caption}`).join(' '),
  }
}

/** A guide, written by the company. */
export function articleData(guide: GuideSummary, company: Company, page: PageUrls) {
  const author = { '@type': 'Organization', '@id': organisationId(page.publicUrl), name: company.brandName }
  return {
    '@type': 'Article',
    headline: guide.title,
    description: guide.summary,
    datePublished: guide.publishedAt,
    dateModified: guide.updatedAt,
    inLanguage: 'en-GB',
    mainEntityOfPage: page.url,
    author,
    publisher: author,
  }
}

/** A page on the path between the home page and the current page. */
export type Step = { name: string; path: string }

/** The path from the home page to this page. @param parents the pages in between */
export function breadcrumbData(name: string, page: PageUrls, parents: Step[] = []) {
  const steps = [
    { name: 'Home', item: `${page.publicUrl}/` },
    ...parents.map((parent) => ({ name: parent.name, item: `${page.publicUrl}${parent.path}` })),
    { name, item: page.url },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  }
}

export type PageUrls = { url: string; publicUrl: string }

function organisationId(publicUrl: string): string {
  return `${publicUrl}/#organization`
}

/** 11880 becomes "118.80". */
function formatMinorUnits(minorUnits: number): string {
  return (minorUnits / 100).toFixed(2)
}
