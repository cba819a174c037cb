import { type ReactNode, useId } from 'react'
import type { MarketId } from '../contract.ts'
import { OpeningMarket, useMarket } from './use-market.ts'

export const markets = ['uk', 'international'] as const satisfies MarketId[]

/** Every price is in the page once for each market. What belongs to one is really hidden while the other is shown. */
export const shownIn = {
  uk: 'dollars:hidden',
  international: 'pounds:hidden',
} satisfies Record<MarketId, string>

/** A page, or a part of one, that opens in another market than pounds. A choice the person made wins (PRODUCT D1). */
export function OpensIn({ market, children }: { market: MarketId; children: ReactNode }) {
  return (
    <OpeningMarket value={market}>
      <div data-opens-in={market}>{children}</div>
    </OpeningMarket>
  )
}

/**
 * Shows the prices of the other market, on every page from now on. The first script hears of the press by the buttons'
 * name, before React is here: without scripts there is nothing to press.
 */
export function MarketSwitch() {
  const label = useId()
  const market = useMarket()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would belong to a form, and nothing is sent
    <div role="group" aria-labelledby={label} className="noscript:hidden">
      <span id={label} className="block text-sm font-medium">
        Show prices in
      </span>
      <div className="relative mt-2 grid w-fit grid-cols-2 rounded-md border border-field bg-surface p-1 forced-color-adjust-none">
        <span
          aria-hidden="true"
          className="absolute inset-y-1 left-1 w-[calc(50%-0.25rem)] rounded-sm bg-secondary transition-transform duration-200 dollars:translate-x-full motion-reduce:transition-none"
        />
        <button
          type="button"
          name="market"
          value="uk"
          aria-pressed={market === 'uk'}
          className={`${choiceClass} pounds:text-white dollars:hover:text-primary-ink`}
        >
          £ UK
        </button>
        <button
          type="button"
          name="market"
          value="international"
          aria-pressed={market === 'international'}
          className={`${choiceClass} dollars:text-white pounds:hover:text-primary-ink`}
        >
          $ International
        </button>
      </div>
    </div>
  )
}

const choiceClass =
  'relative min-h-11 cursor-pointer rounded-sm px-3 font-semibold whitespace-nowrap transition-colors motion-reduce:transition-none sm:px-4'
