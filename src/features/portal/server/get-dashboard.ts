import { getMe, readAccountDetails } from '#features/accounts/server/public.ts'
import { listBookableSessions, listBookings } from '#features/bookings/server/public.ts'
import { getOverview } from '#features/deliverables/server/public.ts'
import { sumPaid } from '#features/payments/server/public.ts'
import { countActiveEntitlements, listPurchases } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Dashboard } from '../contract.ts'

/** How many purchases the table shows; the rest is on its own page. */
const SHOWN_PURCHASES = 20

/** How many sessions to come. */
const SHOWN_SESSIONS = 2

export async function getDashboard(context: MemberContext): Promise<Dashboard> {
  const { db, actor, now } = context
  const { items: purchases } = await listPurchases(context, { limit: SHOWN_PURCHASES })
  return {
    user: await getMe(context),
    activePackages: await countActiveEntitlements(db, actor.memberId, now()),
    totalInvested: await sumPaid(db, actor.memberId),
    purchases,
    sessions: await showSessions(context),
    deliverables: await getOverview(context),
  }
}

async function showSessions(context: MemberContext): Promise<Dashboard['sessions']> {
  const { items: upcoming } = await listBookings(context, { when: 'upcoming', limit: SHOWN_SESSIONS })
  const sessions = await listBookableSessions(context)
  const { timeZone } = await readAccountDetails(context.db, context.actor.memberId)
  return { upcoming, canBook: sessions.some(({ obstacle }) => obstacle === null), timeZone }
}
