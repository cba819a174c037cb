import { listGuides } from '#features/marketing/guides/contract.ts'
import { sampleSlugs } from '#features/marketing/samples/contract.ts'
import type { ServerCall } from '#platform/web/server-call.ts'

/** Pages that are the same for every visitor. They are rendered once, served from memory and listed in the sitemap. */
export const publicPages = [
  '/',
  '/services/my-future',
  '/services/study-world',
  '/services/biz-future',
  '/which-service',
  '/about',
  '/consultants',
  '/samples',
  ...sampleSlugs.map((slug) => `/samples/${slug}` as const),
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/complaints',
  '/cancel-contract',
  '/security',
  '/guides',
] as const

/** Those whose form works without scripts: the browser sends it to the page itself, whose `action` answers. */
export const formPages = ['/cancel-contract'] as const satisfies (typeof publicPages)[number][]

/** The guides' pages, which are public too. They can be added and removed without a new version of the site. */
export async function listGuidePages(call: ServerCall): Promise<{ path: string; updatedAt: string }[]> {
  const guides = await call(listGuides)
  return guides.map(({ slug, updatedAt }) => ({ path: `/guides/${slug}`, updatedAt }))
}
