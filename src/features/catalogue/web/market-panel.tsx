import { createContext, type ReactNode, useContext, useId } from 'react'
import type { MarketId } from '../contract.ts'

export const markets = ['uk', 'international'] as const satisfies MarketId[]

/** Every page contains the prices for all markets. CSS hides those of the other markets with `display: none`. */
export const marketClasses = {
  uk: 'dollars:hidden',
  international: 'pounds:hidden',
} satisfies Record<MarketId, string>

/** The name of the tax next to a price. Only the UK tax is called VAT. */
export const taxNames = { uk: 'VAT', international: 'tax' } satisfies Record<MarketId, string>

/** Sets the default market for a page or part of a page. The visitor's own choice takes precedence (PRODUCT D1). */
export function OpensIn({ market, children }: { market: MarketId; children: ReactNode }) {
  return (
    <OpeningMarket value={market}>
      <div data-opens-in={market}>{children}</div>
    </OpeningMarket>
  )
}

/** Switches the market on all pages. The first-paint script handles clicks and marks the pressed button by its name. */
export function MarketSwitch() {
  const label = useId()
  const market = useContext(OpeningMarket)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would belong to a form, and nothing is sent
    <div role="group" aria-labelledby={label} className="max-w-full noscript:hidden print:hidden">
      <span id={label} className="block text-sm font-medium">
        Show prices in
      </span>
      {/* Stacks the buttons if enlarged text leaves no room for both. */}
      <div className="mt-2 grid w-80 max-w-full grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] rounded-md border border-field bg-surface p-1 forced-color-adjust-none">
        {markets.map((id) => (
          <button
            key={id}
            type="button"
            name="market"
            value={id}
            aria-pressed={market === id}
            className={`min-h-11 cursor-pointer rounded-sm px-1 text-[min(1rem,9vw)] font-semibold transition-colors motion-reduce:transition-none ${choices[id].className}`}
          >
            {choices[id].label}
          </button>
        ))}
      </div>
      <p className="mt-2 max-w-80 text-sm text-muted pounds:hidden">
        For buyers outside the UK, with a tax that isn’t VAT. In the UK, the checkout only takes pounds.
      </p>
    </div>
  )
}

const choices = {
  uk: { label: '£ UK', className: 'pounds:bg-secondary-ink pounds:text-surface dollars:hover:text-primary-ink' },
  international: {
    label: '$ International',
    className: 'dollars:bg-secondary-ink dollars:text-surface pounds:hover:text-primary-ink',
  },
} satisfies Record<MarketId, { label: string; className: string }>

/** The page's market for visitors who have not chosen one. */
const OpeningMarket = createContext<MarketId>('uk')
