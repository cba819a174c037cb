import { findMarket } from '#features/catalogue/server/public.ts'
import { findPlaceholders, readCompany } from '#features/company/server/public.ts'
import { hasExchangeRate } from '#features/purchases/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Quote } from '../contract.ts'
import type { PaymentsContext } from './payments-context.ts'

/** What a paper could not say yet, in the words of the settings (PRODUCT D12, D20). */
export async function listSaleObstacles({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string[]> {
  const placeholders = await findPlaceholders(db)
  const { vatNumber } = await readCompany(db)
  const isVatCharged = ((await findMarket(db, 'uk'))?.taxRateBasisPoints ?? 0) > 0
  const isRateMissing = !(await hasExchangeRate(db, 'USD', now()))
  return [
    ...placeholders,
    // Who is not registered charges no VAT: the market's rate is then 0.
    ...(vatNumber === null && isVatCharged && !placeholders.includes('vatNumber') ? ['vatNumber'] : []),
    ...(isRateMissing ? ['exchangeRate'] : []),
  ]
}

/** Money that is real is taken only for what its invoice can say. @throws Refused */
export async function requireReadyToSell(context: PaymentsContext, { price }: Quote): Promise<void> {
  if (!context.provider.isLive) return
  const isInPounds = price.currency === 'GBP'
  const missing = (await listSaleObstacles(context)).filter((name) => !(name === 'exchangeRate' && isInPounds))
  if (missing.length > 0) throw new Refused('not-open-yet')
}
