import type { Package } from '#features/catalogue/contract.ts'
import { PriceDifference } from '#features/catalogue/web/public.tsx'
import { findCheaperMonth } from '../rules.ts'

/** For a package whose documents a month of another one brings for less. */
export function CheaperMonthNote({ offer, packages }: { offer: Package; packages: Package[] }) {
  const month = findCheaperMonth(offer, packages)
  return month ? (
    <span className="mt-1 block">
      If a month is soon enough, {month.title} costs <PriceDifference dearer={offer} cheaper={month} /> less for the
      same documents. Cancel it before it renews.
    </span>
  ) : null
}
