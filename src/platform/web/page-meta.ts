import type { MetaDescriptor } from 'react-router'

type PageMeta = {
  title: string
  description: string
  /** The name of the site, from the company's settings. */
  brandName?: string | undefined
  /** The picture that stands for the page where somebody shares it: a file of public/images/social. */
  picture?: string
  /** What machines may know of the page: schema.org objects, in JSON-LD. */
  data?: object[]
}

/** What a page's `meta` is given, as far as it matters here. */
export type MetaPlace = {
  location: { pathname: string }
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

/** For search engines and for whoever shares a page that everybody may find. */
export function pageMeta(
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
    ...data.map((object) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...object } })),
  ]
}

/** The one address of a page, whatever name the site was asked for under. */
export function pageUrl(place: MetaPlace): string {
  const { pathname } = place.location
  const isFolder = pathname.length > 1 && pathname.endsWith('/')
  return `${publicUrlOf(place)}${isFolder ? pathname.slice(0, -1) : pathname}`
}

/** PUBLIC_URL, which the root of all pages has from the server. Empty where the root could not load. */
export function publicUrlOf({ matches }: MetaPlace): string {
  const root = matches.find((match) => match?.id === 'root')?.loaderData
  const hasUrl = typeof root === 'object' && root !== null && 'publicUrl' in root
  return hasUrl ? String(root.publicUrl) : ''
}
