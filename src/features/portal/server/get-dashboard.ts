import { profileCompletion } from '#features/accounts/rules.ts'
import { getMe, readAccountDetails } from '#features/accounts/server/public.ts'
import { getSessionsOverview } from '#features/bookings/server/public.ts'
import { countUnreadMessages } from '#features/conversations/server/public.ts'
import { itemName } from '#features/deliverables/rules/items.ts'
import { getOverview } from '#features/deliverables/server/public.ts'
import type { Subscription } from '#features/payments/contract/subscription.ts'
import { listSubscriptions, sumPaid } from '#features/payments/server/public.ts'
import { countActiveEntitlements, listPurchases } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Dashboard } from '../contract.ts'
import { quickActions } from '../rules/quick-actions.ts'

/** How many purchases the table shows; the rest is on its own page. */
const SHOWN_PURCHASES = 20

/** How many sessions to come. */
const SHOWN_SESSIONS = 2

/** None of what it shows depends on another part: all of it is asked for at once. */
export async function getDashboard(context: MemberContext): Promise<Dashboard> {
  const { db, actor, now } = context
  const moment = now()
  const [user, activePackages, totalInvested, purchases, sessions, deliverables, details, subscriptions, unread] =
    await Promise.all([
      getMe(context),
      countActiveEntitlements(db, actor.memberId, moment),
      sumPaid(db, actor.memberId),
      listPurchases(context, { limit: SHOWN_PURCHASES }),
      getSessionsOverview(context, { limit: SHOWN_SESSIONS }),
      getOverview(context),
      readAccountDetails(db, actor.memberId),
      listSubscriptions(context),
      countUnreadMessages(db, actor.memberId),
    ])
  const completion = profileCompletion(user)
  return {
    user,
    profileCompletion: completion,
    quickActions: quickActions({
      dueMonths: subscriptions.filter(isDue).map(showDueMonth),
      forApproval: deliverables.forApproval.map((item) => ({ id: item.id, name: itemName(item) })),
      unreadMessages: unread,
      canBook: sessions.canBook,
      sessions: sessions.upcomingCount + sessions.completedCount,
      unconfirmedEmail: user.emailVerified ? null : user.email,
      profileCompletion: completion,
    }),
    activePackages,
    totalInvested,
    purchases: purchases.items,
    sessions: { ...sessions, timeZone: details.timeZone },
    deliverables,
  }
}

function isDue({ status, endedAt }: Subscription): boolean {
  return status === 'past_due' && endedAt === null
}

function showDueMonth({ id: subscriptionId, title: packageTitle, graceUntil }: Subscription) {
  return { subscriptionId, packageTitle, graceUntil }
}
