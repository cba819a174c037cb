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
  const lesserPackageId = upgradesFrom(packageId)
  const ownedPurchase =
    lesserPackageId &&
    (await findRunningPurchase(db, { memberId: actor.memberId, packageId: lesserPackageId, now: now() }))
  const usage = ownedPurchase && (await findPackageUsage(db, ownedPurchase.id, now()))
  if (!usage) return null
  const { unused } = calculateUnused(ownedPurchase.total, usage, now())
  if (unused === 0) return null
  return {
    purchaseId: ownedPurchase.id,
    packageTitle: ownedPurchase.packageTitle,
    credit: minorUnits(unused),
    currency: ownedPurchase.currency,
    upcomingSessions: await countUpcomingSessions(db, ownedPurchase.id, now()),
  }
}
