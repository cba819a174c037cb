import { sampleSlugs } from '#features/marketing/samples/contract.ts'

/** Pages that are the same for every visitor. They are rendered once, served from memory and listed in the sitemap. */
export const publicPages = [
  '/',
  '/services/my-future',
  '/services/study-world',
  '/services/biz-future',
  '/about',
  '/consultants',
  '/samples',
  ...sampleSlugs.map((slug) => `/samples/${slug}` as const),
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/complaints',
  '/security',
] as const
