import type { MarketId } from '#features/catalogue/contract.ts'

/**
 * A copy of what visitors in one market see. Style sheets hide the other market's parts, which the browser tests check.
 */
export function inMarket(element: Element, market: MarketId): Element {
  const copy = document.createElement('div')
  copy.append(element.cloneNode(true))
  const hidden = market === 'uk' ? '.pounds\\:hidden' : '.dollars\\:hidden'
  for (const part of copy.querySelectorAll(hidden)) part.remove()
  return copy
}
