/** Pages that are the same for every visitor. They are rendered once, served from memory and listed in the sitemap. */
export const publicPages = [
  '/',
  '/services/my-future',
  '/services/study-world',
  '/services/biz-future',
  '/about',
  '/consultants',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/complaints',
  '/security',
] as const
