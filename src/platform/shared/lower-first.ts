/** Starts a title in lower case within a sentence. Keeps the capitals in names such as "LinkedIn" and "PDF". */
export function lowerFirst(title: string): string {
  return /^\p{Lu}[\p{Lu}\p{Ll}]*\p{Lu}/u.test(title.split(' ')[0] ?? '')
    ? title
    : title.charAt(0).toLowerCase() + title.slice(1)
}
