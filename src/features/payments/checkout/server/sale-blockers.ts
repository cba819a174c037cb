import { findMarket } from '#features/catalogue/server/public.ts'
import { findPlaceholders, readCompany } from '#features/company/server/public.ts'
import { hasExchangeRate } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { SellingContext } from '../../server/payments-context.ts'
import type { Quote } from '../contract.ts'

/** Lists the company details still missing for an invoice, named as in the settings (PRODUCT D12, D20). */
export async function listSaleBlockers({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  const placeholders = await findPlaceholders(db)
  const { vatNumber } = await readCompany(db)
  const isVatCharged = ((await findMarket(db, 'uk'))?.taxRateBasisPoints ?? 0) > 0
  const isRateMissing = !(await hasExchangeRate(db, 'USD', now()))
  return [
    ...placeholders,
    // A company that is not registered for VAT charges none: the market's rate is then 0.
    ...(vatNumber === null && isVatCharged && !placeholders.includes('vatNumber') ? ['vatNumber'] : []),
    ...(isRateMissing ? ['exchangeRate'] : []),
  ]
}

/**
 * Live sales need full invoice details and an available consultant (PRODUCT D20, D28). Returns null if nothing blocks
 * the sale.
 */
export async function findSaleRefusal(context: SellingContext, { price, package: offer }: Quote) {
  if (!context.provider.isLive) return null
  const isInPounds = price.currency === 'GBP'
  const missing = (await listSaleBlockers(context)).filter((name) => !(name === 'exchangeRate' && isInPounds))
  if (missing.length > 0) return 'not-open-yet'
  const unstaffed = await context.findUnstaffed(context.db)
  return unstaffed.some(({ packageId }) => packageId === offer.id) ? 'no-consultant-available' : null
}
