/** Longer than any address of ours, shorter than what a header or a mail would mind. */
const MAX_LENGTH = 1_000

/** Any base does: a path of this site keeps it, everything else changes it. */
const BASE = 'https://this-site.invalid'

/**
 * The remembered place to go on to, if it is the path of a page of this site (PRODUCT D5): "/services/my-future#my-future-basic".
 * Null for every other address, and for what only looks like a path: browsers read "/\evil" and "/<tab>/evil" as
 * another host.
 */
export function sitePath(value: string | null | undefined): string | null {
  if (!value?.startsWith('/') || value.length > MAX_LENGTH || hasTrickyCharacter(value)) return null
  if (!URL.canParse(value, BASE)) return null
  const { origin, pathname, search, hash } = new URL(value, BASE)
  // "/.//evil" is a path until its dots are resolved.
  if (origin !== BASE || pathname.startsWith('//')) return null
  // Answers for programs are no place for a person.
  if (/^\/api(\/|$)/.test(pathname)) return null
  return pathname + search + hash
}

function hasTrickyCharacter(value: string): boolean {
  return [...value].some((character) => character <= ' ' || character === '\\' || character === '\u007f')
}
