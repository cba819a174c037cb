import { profileCompletion } from '#features/accounts/profile/rules.ts'
import { getAccountDetails } from '#features/accounts/server/public.ts'
import { getSessionsOverview } from '#features/bookings/server/public.ts'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { countUnreadMessages, hasWrittenSince } from '#features/conversations/server/public.ts'
import { deliverableName } from '#features/deliverables/rules.ts'
import { getDeliverablesOverview } from '#features/deliverables/server/public.ts'
import { listOpenConsents, listSubscriptions, sumPaid } from '#features/payments/server/public.ts'
import type { Subscription } from '#features/payments/subscriptions/contract.ts'
import {
  countActiveEntitlements,
  findPackageWithoutSessions,
  listPurchases,
} from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Dashboard } from '../contract.ts'
import { quickActions } from '../rules.ts'

/** Any other purchases are shown on the purchases page. */
const MAX_SHOWN_PURCHASES = 20

const MAX_SHOWN_SESSIONS = 2

/** The parts do not depend on one another, so all are loaded concurrently. */
export async function getDashboard(context: MemberContext): Promise<Dashboard> {
  const { db, actor, now } = context
  const moment = now()
  const { user } = actor
  const [
    activePackages,
    totalInvested,
    purchases,
    sessions,
    deliverables,
    details,
    subscriptions,
    guardianConsents,
    unread,
    awaitsMessage,
  ] = await Promise.all([
    countActiveEntitlements(db, actor.memberId, moment),
    sumPaid(db, actor.memberId),
    listPurchases(context, { limit: MAX_SHOWN_PURCHASES }),
    getSessionsOverview(context, { limit: MAX_SHOWN_SESSIONS }),
    getDeliverablesOverview(context),
    getAccountDetails(db, actor.memberId),
    listSubscriptions(context),
    listOpenConsents(db, actor.memberId, moment),
    countUnreadMessages(db, actor.memberId),
    findServiceAwaitingMessage(context),
  ])
  const { hasBooked, ...overview } = sessions
  const completion = profileCompletion(user)
  return {
    user,
    profileCompletion: completion,
    quickActions: quickActions({
      dueMonths: subscriptions.filter(isDue).map(showDueMonth),
      guardianConsents,
      forApproval: deliverables.forApproval.map((item) => ({ id: item.id, name: deliverableName(item) })),
      awaitsMessage,
      unreadMessages: unread,
      canBook: sessions.canBook,
      hasBooked,
      unconfirmedEmail: user.emailVerified ? null : user.email,
      profileCompletion: completion,
    }),
    activePackages,
    totalInvested,
    purchases: purchases.items,
    sessions: { ...overview, timeZone: details.timeZone },
    deliverables,
  }
}

/** The service that waits for the member's first message, because its package has no session to ask in. */
async function findServiceAwaitingMessage({ db, actor, now }: MemberContext): Promise<ServiceType | null> {
  const bought = await findPackageWithoutSessions(db, actor.memberId, now())
  return bought && !(await hasWrittenSince(db, actor.memberId, bought.boughtAt)) ? bought.serviceType : null
}

function isDue({ status, endedAt }: Subscription): boolean {
  return status === 'past_due' && endedAt === null
}

function showDueMonth({ id: subscriptionId, title: packageTitle, usableUntil }: Subscription) {
  return { subscriptionId, packageTitle, usableUntil }
}
