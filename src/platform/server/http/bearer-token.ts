/** RFC 9110 §11.1: the scheme's name is case-insensitive. */
export function bearerToken(header = ''): string | undefined {
  return /^bearer +(\S+)$/i.exec(header)?.[1]
}

/** The prefix of impersonation tokens, which allow no changes. */
export const IMPERSONATION_PREFIX = 'impersonation.'

export function isImpersonationToken(token: string): boolean {
  return token.startsWith(IMPERSONATION_PREFIX)
}
