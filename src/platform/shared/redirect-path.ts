/** Longer than any of our URLs, and short enough for headers and emails. */
const MAX_LENGTH = 1_000

/** Any base URL works, because only a path on this site keeps its origin. */
const BASE = 'https://this-site.invalid'

/**
 * Returns the value if it is a page's path on this site (PRODUCT D5), such as "/services/my-future#my-future-basic".
 * Returns null for other addresses, including "/\evil" and "/<tab>/evil", which browsers read as another host.
 */
export function redirectPath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || value.length > MAX_LENGTH || hasTrickyCharacter(value)) return null
  if (!URL.canParse(value, BASE)) return null
  const { origin, pathname, search, hash } = new URL(value, BASE)
  // "/.//evil" becomes another host when its dots are resolved.
  if (origin !== BASE || pathname.startsWith('//')) return null
  // The API is for programs, so no visitor is sent there.
  if (/^\/api(\/|$)/.test(pathname)) return null
  return pathname + search + hash
}

function hasTrickyCharacter(value: string): boolean {
  return [...value].some((character) => character <= ' ' || character === '\\' || character === '\u007f')
}
