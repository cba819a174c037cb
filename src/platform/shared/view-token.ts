/** How a token begins by which staff look at a member's pages. With such a one nothing can be changed. */
export const VIEW_PREFIX = 'view.'

export function isViewToken(token: string): boolean {
  return token.startsWith(VIEW_PREFIX)
}
