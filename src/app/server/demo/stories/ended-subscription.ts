import { randomUUID } from 'node:crypto'
import { refundPurchase } from '#features/payments/contract/refund.ts'
import * as subscriptions from '#features/payments/contract/subscription.ts'
import { buyPackage } from '../buy-package.ts'
import { newcomer, type Story } from '../story.ts'

/** A subscription that was cancelled and has ended, with a part of its month given back. */
export function endedSubscription(): Story {
  const hannah = newcomer({ firstName: 'Hannah', lastName: 'Weiss' })
  return {
    person: hannah.person,
    shows: 'a subscription that was cancelled and has ended; a part of it was refunded',
    scenes: [
      {
        daysAgo: 50,
        async play(cast) {
          const member = await hannah.arrive(cast)
          const purchaseId = await buyPackage(cast.stage, member, { packageId: 'my-future-pro' })
          const [subscription] = await member.ask(subscriptions.listSubscriptions)
          const params = { subscriptionId: subscription?.id ?? '' }
          await member.ask(subscriptions.cancelSubscription, { params })
          await cast.administrator.ask(refundPurchase, {
            params: { purchaseId },
            body: { requestId: randomUUID(), amount: 1_000, reason: 'A session was cut short', endsAccess: false },
          })
        },
      },
    ],
  }
}
