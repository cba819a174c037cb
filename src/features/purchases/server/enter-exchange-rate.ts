import { requireFreshIdentity } from '#features/accounts/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { NewExchangeRate } from '../contract/exchange-rate.ts'
import { getExchangeRate } from './get-exchange-rate.ts'
import { setExchangeRate } from './set-exchange-rate.ts'

/** What an operator does by a command, an administrator does here: whoever runs the company needs no developer for it. */
export async function enterExchangeRate(
  context: MemberContext,
  rate: NewExchangeRate,
): Promise<NewExchangeRate | null> {
  requireFreshIdentity(context)
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
