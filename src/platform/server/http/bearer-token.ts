/** RFC 9110 §11.1: the name of the scheme counts in any case. */
export function bearerToken(header = ''): string | undefined {
  return /^bearer +(\S+)$/i.exec(header)?.[1]
}
