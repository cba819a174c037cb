import type { MarketId } from '#features/catalogue/contract.ts'

/** A copy of what people see and hear in one market. Style sheets hide the other's: journeys see that they do. */
export function inMarket(shown: Element, market: MarketId): Element {
  const copy = document.createElement('div')
  copy.append(shown.cloneNode(true))
  const hidden = market === 'uk' ? '.pounds\\:hidden' : '.dollars\\:hidden'
  for (const part of copy.querySelectorAll(hidden)) part.remove()
  return copy
}
