import { upgradesFrom } from '#features/catalogue/rules/upgrades.ts'
import { countComingSessions, findReceived, findRunningPurchase } from '#features/purchases/server/public.ts'
import { minorUnits } from '#platform/shared/money.ts'
import type { Quote } from '../contract.ts'
import { countUnused } from '../rules/refund.ts'
import type { PayingContext } from './payments-context.ts'

/** What the member has that a package can be bought in place of, and what would go back for it; null where nothing would. */
export async function findUpgrade(
  { db, actor, now }: Pick<PayingContext, 'db' | 'actor' | 'now'>,
  packageId: string,
): Promise<Quote['upgrade']> {
  const lesser = upgradesFrom(packageId)
  const old = lesser && (await findRunningPurchase(db, { memberId: actor.memberId, packageId: lesser, now: now() }))
  const received = old && (await findReceived(db, old.id, now()))
  if (!received) return null
  const { unused } = countUnused(old.total, received, now())
  if (unused === 0) return null
  return {
    purchaseId: old.id,
    packageTitle: old.packageTitle,
    credit: minorUnits(unused),
    currency: old.currency,
    comingSessions: await countComingSessions(db, old.id, now()),
  }
}
