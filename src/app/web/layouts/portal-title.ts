/** SPEC §2: the last segment of the path, hyphenated words capitalised; the portal itself is the dashboard. */
export function portalTitle(pathname: string): string {
  const segment = pathname.split('/').filter(Boolean).at(-1) ?? ''
  if (segment === 'portal' || segment === '') return 'Dashboard'
  return segment
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
