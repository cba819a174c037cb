import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The last location shown; undefined before the first one. */
let shownLocation: { key: string; pathname: string; search: string } | undefined

/**
 * Screen readers do not announce client-side navigation, so focus moves to the URL's hash target or to the content.
 * Hydration does not move focus that the visitor has already set, nor does a change to the query string alone.
 */
export function useFocusOnNavigation(): void {
  const { key, pathname, search, hash } = useLocation()
  useEffect(() => {
    const isNew = shownLocation !== undefined && key !== shownLocation.key
    const isQueryChange = shownLocation?.pathname === pathname && shownLocation.search !== search
    const hasVisitorFocus = shownLocation === undefined && document.activeElement !== document.body
    if (hash && !hasVisitorFocus) focusElement(document.getElementById(elementId(hash)))
    else if (isNew && !isQueryChange) document.getElementById('main')?.focus({ preventScroll: true })
    shownLocation = { key, pathname, search }
  }, [key, pathname, search, hash])
}

/** Scrolls to the element's top, because focus alone scrolls only until a part of it is visible. */
function focusElement(element: HTMLElement | null): void {
  element?.scrollIntoView?.()
  element?.focus({ preventScroll: true })
}

/** A hash may contain anything, including text that cannot be decoded. */
function elementId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
