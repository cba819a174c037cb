import { createContext, useContext, useSyncExternalStore } from 'react'
import type { MarketId } from '../contract.ts'

/** The market of a page for whoever has not chosen one. */
export const OpeningMarket = createContext<MarketId>('uk')

/** The market whose prices the page shows: the one chosen on <html> by the first script, else the page's own. */
export function useMarket(): MarketId {
  const opening = useContext(OpeningMarket)
  return useSyncExternalStore(followChoice, readChoice, () => undefined) ?? opening
}

function readChoice(): MarketId | undefined {
  return document.documentElement.dataset.market as MarketId | undefined
}

function followChoice(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ['data-market'] })
  return () => observer.disconnect()
}
