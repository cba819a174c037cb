import type { MemberContext } from '#platform/server/context.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { NewExchangeRate } from '../contract/exchange-rate.ts'
import { findExchangeRate } from './rate-store.ts'

export async function getExchangeRate({ db, now }: Pick<MemberContext, 'db' | 'now'>): Promise<NewExchangeRate | null> {
  const rate = await findExchangeRate(db, 'USD', companyDay(now()))
  if (!rate) return null
  return { currency: 'USD', validFrom: rate.valid_from, unitsPerPound: rate.units_per_pound, source: rate.source }
}
