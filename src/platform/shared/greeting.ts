/**
 * Greets somebody by name if it can only be a name. Letters go to addresses that nobody has confirmed, so a stranger
 * must not be able to put an advertisement or a link into one.
 */
export function greeting(name: string): string {
  return looksLikeName(name) ? `Hello ${name},` : 'Hello,'
}

/** Letters of a name and nothing that a mail program makes a link of. */
export function looksLikeName(name: string): boolean {
  const isName = name.length <= 40 && /^[\p{L}\p{M}][\p{L}\p{M} '’-]*$/u.test(name)
  return isName && name.split(' ').length <= 4
}
