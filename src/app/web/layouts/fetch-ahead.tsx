import { useEffect, useState } from 'react'
import { PrefetchPageLinks } from 'react-router'

/** A page that was just opened is read first. */
const FIRST_MS = 5_000
/** So that a finger on the page is not kept waiting: each page brings a dozen files. */
const PAUSE_MS = 250

/**
 * Fetches the scripts of other pages, one page at a time while nothing else is going on, so that they are here before
 * the connection may be gone: what is missing then is said by the page itself.
 */
export function FetchAhead({ pages }: { pages: readonly string[] }) {
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (count === pages.length) return
    const timer = setTimeout(() => setCount(count + 1), count === 0 ? FIRST_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [count, pages.length])
  return pages.slice(0, count).map((page) => <PrefetchPageLinks key={page} page={page} />)
}
