import { upgradesFrom } from '#features/catalogue/rules.ts'
import { countUpcomingSessions, findPackageUsage, findRunningPurchase } from '#features/purchases/server/public.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { PayingContext } from '../../server/payments-context.ts'
import { calculateUnused } from '../../withdrawal/rules.ts'
import type { Quote } from '../contract.ts'

/** Finds the member's package that this one would replace, with its refund. Null if nothing would be refunded. */
export async function findUpgrade(
  { db, actor, now }: Pick<PayingContext, 'db' | 'actor' | 'now'>,
  packageId: string,
): Promise<Quote['upgrade']> {
  const lesser = upgradesFrom(packageId)
  const old = lesser && (await findRunningPurchase(db, { memberId: actor.memberId, packageId: lesser, now: now() }))
  const received = old && (await findPackageUsage(db, old.id, now()))
  if (!received) return null
  const { unused } = calculateUnused(old.total, received, now())
  if (unused === 0) return null
  return {
    purchaseId: old.id,
    packageTitle: old.packageTitle,
    credit: minorUnits(unused),
    currency: old.currency,
    upcomingSessions: await countUpcomingSessions(db, old.id, now()),
  }
}
