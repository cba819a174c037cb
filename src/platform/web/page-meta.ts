import type { MetaDescriptor } from 'react-router'

type PageMeta = {
  title: string
  description: string
  /** The name of the site, from the company's settings. */
  brandName?: string
}

export function pageMeta({ title, description, brandName }: PageMeta): MetaDescriptor[] {
  const fullTitle = brandName ? `${title} | ${brandName}` : title
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
  ]
}
