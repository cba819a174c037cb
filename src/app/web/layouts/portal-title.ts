const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/**
 * SPEC §2: the last segment of the path that names a thing, hyphens apart and capitalised; the portal is the dashboard.
 * Neither an id nor "new" says what the page is about.
 */
export function portalTitle(pathname: string): string {
  const segment =
    pathname
      .split('/')
      .filter((part) => part && part !== 'new' && !id.test(part))
      .at(-1) ?? ''
  if (segment === 'portal' || segment === '') return 'Dashboard'
  return segment
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
