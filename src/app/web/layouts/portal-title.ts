const id = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/**
 * SPEC §2: the last meaningful path segment, capitalised and with spaces for hyphens; the portal itself is the
 * dashboard. Ids and "new" are skipped, because they do not describe the page.
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
