/**
 * Pages that are the same for everybody: rendered once and answered from memory, and those that search engines are
 * told of while they are there.
 */
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
] as const
