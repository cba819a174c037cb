import type { Company } from '#features/company/contract.ts'
import type { TaxSettings } from '../contract/settings.ts'

/** What a market charges and how that is called. */
type Rate = { taxRateBasisPoints: number; taxLabel: string }

/**
 * Whoever is not registered for VAT charges none, and nothing of theirs may speak of VAT. Elsewhere the tax is never
 * called VAT (PRODUCT D1).
 */
export function ratesOf(
  { vatNumber }: Pick<Company, 'vatNumber'>,
  { vatRate, otherRate }: TaxSettings,
): { uk: Rate; international: Rate } {
  const ukRate = vatNumber === null ? 0 : vatRate
  return {
    uk: { taxRateBasisPoints: ukRate, taxLabel: `${vatNumber === null ? 'Tax' : 'VAT'} (${ukRate / 100}%)` },
    international: { taxRateBasisPoints: otherRate, taxLabel: 'Tax' },
  }
}

/** What still is an example: what was one before, has not changed, and nobody says is right. */
export function remainingPlaceholders(
  before: Company,
  after: Company,
  { placeholders, confirmed }: { placeholders: string[]; confirmed: string[] },
): string[] {
  const isChanged = (name: string) =>
    JSON.stringify(before[name as keyof Company]) !== JSON.stringify(after[name as keyof Company])
  return placeholders.filter((name) => !isChanged(name) && !confirmed.includes(name))
}
