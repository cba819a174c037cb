/**
 * Pages that are the same for everybody: rendered once and answered from memory, and those that search engines are
 * told of.
 */
export const publicPages = [
  '/',
  '/services/my-future',
  '/services/study-world',
  '/services/biz-future',
  '/about',
  '/contact',
  '/privacy',
  '/terms',
  '/accessibility',
  '/complaints',
] as const
