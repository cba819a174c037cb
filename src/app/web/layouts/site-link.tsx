import type { ComponentProps } from 'react'
import { Link, NavLink, useLocation } from 'react-router'

/** Checkout and confirmation have a different content policy, so links out of them load a full page (PRODUCT D4). */
export function useNeedsFullLoad(): boolean {
  return /^\/(?:checkout|confirmation)(?:\/|$)/.test(useLocation().pathname)
}

/** A link in the top bar, drawer or footer of a public page. */
export function SiteLink(link: ComponentProps<typeof Link>) {
  return <Link reloadDocument={useNeedsFullLoad()} {...link} />
}

/** The same link, but it marks the current page. */
export function SiteNavLink(link: ComponentProps<typeof NavLink>) {
  return <NavLink reloadDocument={useNeedsFullLoad()} {...link} />
}
