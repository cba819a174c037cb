/** Both names are null after the account was deleted. */
export function fullName(firstName: string | null, lastName: string | null): string {
  return `${firstName ?? ''} ${lastName ?? ''}`.trim()
}

/**
 * Greets people by name only if the name looks like one. Emails go to unconfirmed addresses, so a stranger must not be
 * able to send advertisements or links through us.
 */
export function greeting(name: string): string {
  return looksLikeName(name) ? `Hello ${name},` : 'Hello,'
}

/** Accepts only letters that occur in names, and nothing that a mail program turns into a link. */
export function looksLikeName(name: string): boolean {
  const isName = name.length <= 40 && /^[\p{L}\p{M}][\p{L}\p{M} '’-]*$/u.test(name)
  return isName && name.split(' ').length <= 4
}
