import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { NewExchangeRate } from '../contract.ts'
import { findExchangeRate, insertFirstRate, PLACEHOLDER_SOURCE, saveRate } from './store.ts'

/** For administrators on the site. The operator uses a command instead. */
export async function enterExchangeRate(
  context: MemberContext,
  rate: NewExchangeRate,
): Promise<NewExchangeRate | null> {
  return context.db.transaction().execute(async (tx) => {
    const inTransaction = { ...context, db: tx }
    const before = await getExchangeRate(inTransaction)
    await setExchangeRate(inTransaction, rate)
    await recordAction(tx, context, {
      action: 'exchange-rate.entered',
      object: { kind: 'exchange-rate', id: `${rate.currency} from ${rate.validFrom}` },
      ...(before && { before }),
      after: rate,
    })
    return getExchangeRate(inTransaction)
  })
}

export async function getExchangeRate({ db, now }: Pick<MemberContext, 'db' | 'now'>): Promise<NewExchangeRate | null> {
  const rate = await findExchangeRate(db, 'USD', companyDay(now()))
  return rate ? { ...rate, currency: 'USD' } : null
}

/** A new site's placeholder rate until a real one is entered (PRODUCT D20). */
export async function seedExchangeRates({ db }: Context): Promise<void> {
  await insertFirstRate(db, {
    currency: 'USD',
    validFrom: '2000-01-01',
    unitsPerPound: '1.30',
    source: PLACEHOLDER_SOURCE,
  })
}

/** Sets the rate for documents issued from the given day onwards. Documents already issued do not change. */
export async function setExchangeRate({ db, log }: Context, rate: NewExchangeRate): Promise<NewExchangeRate> {
  const { currency, validFrom, unitsPerPound } = rate
  await saveRate(db, rate)
  log.info({ currency, validFrom, unitsPerPound }, 'exchange rate set')
  return rate
}
