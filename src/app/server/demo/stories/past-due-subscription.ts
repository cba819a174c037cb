import * as subscriptions from '#features/payments/contract/subscription.ts'
import { finishCardUpdate, startCardUpdate } from '#features/payments/contract/subscription.ts'
import { buyPackage } from '../buy-package.ts'
import { newcomer, type Story } from '../story.ts'

/** A month that could not be paid: the card was declined, and the package may be used for some days all the same. */
export function pastDueSubscription(): Story {
  const chloe = newcomer({ firstName: 'Chloe', lastName: 'Bennett' })
  return {
    person: chloe.person,
    shows: 'a subscription that is past due: the card of the second month was declined',
    scenes: [
      {
        daysAgo: 32,
        async play(cast) {
          const member = await chloe.arrive(cast)
          await buyPackage(cast.stage, member, { packageId: 'my-future-pro' })
          const [subscription] = await member.ask(subscriptions.listSubscriptions)
          const params = { subscriptionId: subscription?.id ?? '' }
          const { clientSecret } = await member.ask(startCardUpdate, { params })
          const { id: setupIntentId } = await cast.stage.confirmCard(clientSecret, 'tok_chargeCustomerFail')
          await member.ask(finishCardUpdate, { params, body: { setupIntentId } })
        },
      },
    ],
  }
}
