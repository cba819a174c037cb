import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'
import { needsFullLoad } from '../navigation.ts'

/** A link within the site. The browser itself loads pages that the router cannot show. */
export function Link({ to, ...link }: ComponentProps<typeof RouterLink>) {
  const path = typeof to === 'string' ? to : (to.pathname ?? '')
  return <RouterLink to={to} reloadDocument={path.startsWith('/') && needsFullLoad(path)} {...link} />
}
