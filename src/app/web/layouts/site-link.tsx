import type { ComponentProps } from 'react'
import { Link, NavLink } from 'react-router'

/** A link in the top bar, drawer or footer of a public page. Public pages are plain documents. */
export function SiteLink(link: ComponentProps<typeof Link>) {
  return <Link reloadDocument {...link} />
}

/** The same link, but it marks the current page. */
export function SiteNavLink(link: ComponentProps<typeof NavLink>) {
  return <NavLink reloadDocument {...link} />
}
