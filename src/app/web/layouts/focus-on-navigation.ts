import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The last place in the history that was shown; none while the page is as the browser loaded it. */
let shown: { key: string; pathname: string; search: string } | undefined

/**
 * Without a page load nobody tells a screen reader that the page is another one: focus goes where the address points,
 * to a package's card after login, else to the content. A page that comes alive leaves the focus where a person has
 * put it meanwhile. So does one that only notes in its address what was chosen on it.
 */
export function useFocusOnNavigation(): void {
  const { key, pathname, search, hash } = useLocation()
  useEffect(() => {
    const isNew = shown !== undefined && key !== shown.key
    const isOnlyNoted = shown?.pathname === pathname && shown.search !== search
    const isHeld = shown === undefined && document.activeElement !== document.body
    if (hash && !isHeld) document.getElementById(elementId(hash))?.focus()
    else if (isNew && !isOnlyNoted) document.getElementById('main')?.focus({ preventScroll: true })
    shown = { key, pathname, search }
  }, [key, pathname, search, hash])
}

/** An address may carry anything after its hash sign, also what cannot be decoded. */
function elementId(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}
