import { getMe } from '#features/accounts/server/public.ts'
import { getOverview } from '#features/deliverables/server/public.ts'
import { sumPaid } from '#features/payments/server/public.ts'
import { countActiveEntitlements, listPurchases } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Dashboard } from '../contract.ts'

/** How many purchases the table shows; the rest is on its own page. */
const SHOWN_PURCHASES = 20

export async function getDashboard(context: MemberContext): Promise<Dashboard> {
  const { db, actor, now } = context
  const { items: purchases } = await listPurchases(context, { limit: SHOWN_PURCHASES })
  return {
    user: await getMe(context),
    activePackages: await countActiveEntitlements(db, actor.memberId, now()),
    totalInvested: await sumPaid(db, actor.memberId),
    purchases,
    deliverables: await getOverview(context),
  }
}
