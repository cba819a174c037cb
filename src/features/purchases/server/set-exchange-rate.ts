import type { Context } from '#platform/server/context.ts'
import type { NewExchangeRate } from '../contract/exchange-rate.ts'
import { saveRate } from './rate-store.ts'

/** From that day on papers in the currency say their tax in sterling by this rate. What is issued stays as it is. */
export async function setExchangeRate({ db, log }: Context, rate: NewExchangeRate): Promise<NewExchangeRate> {
  const { currency, validFrom, unitsPerPound, source } = rate
  await saveRate(db, { currency, valid_from: validFrom, units_per_pound: unitsPerPound, source })
  log.info({ currency, validFrom, unitsPerPound }, 'the operator set a rate of exchange')
  return rate
}
