import { listPaidUntil, listSubscriptionsOf } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Subscription } from '../contract/subscription.ts'
import { showSubscription } from './show-subscription.ts'

/** Those that were ever paid: one that was only begun is a payment that is not finished. */
export async function listSubscriptions({ db, actor, now }: MemberContext): Promise<Subscription[]> {
  const moment = now()
  const [paidUntil, subscriptions] = await Promise.all([
    listPaidUntil(db, actor.memberId),
    listSubscriptionsOf(db, actor.memberId),
  ])
  return subscriptions
    .filter(({ id }) => paidUntil.has(id))
    .map((subscription) => showSubscription(subscription, paidUntil.get(subscription.id), moment))
}
