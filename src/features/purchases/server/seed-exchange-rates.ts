import type { Context } from '#platform/server/context.ts'
import { insertFirstRate, PLACEHOLDER_SOURCE } from './rate-store.ts'

/** What a new site reckons with until the operator enters a rate (PRODUCT D20). Its source says so on every paper. */
export async function seedExchangeRates({ db }: Context): Promise<void> {
  await insertFirstRate(db, {
    currency: 'USD',
    valid_from: '2000-01-01',
    units_per_pound: '1.30',
    source: PLACEHOLDER_SOURCE,
  })
}
