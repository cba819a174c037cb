import { z } from 'zod'
import { listPage } from '../wire/list-page.ts'
import { operation } from '../wire/operation.ts'
import { paging, text } from '../wire/parameter-types.ts'
import { createSubscription } from './create-subscription.ts'
import { cancelSubscription } from './end-subscription.ts'
import { subscriptions } from './subscription.ts'
import { updateSubscription } from './update-subscription.ts'

const retrieveSubscription = operation({
  name: 'Subscription.retrieve',
  method: 'GET',
  path: '/v1/subscriptions/{id}',
  parameters: z.strictObject({}),
  run: (call, _parameters, id) => call.objects.get(subscriptions, id),
})

const live = ['active', 'incomplete', 'past_due', 'unpaid']
const ended = ['canceled', 'incomplete_expired']
const all = [...live, ...ended]

const listSubscriptions = operation({
  name: 'Subscription.list',
  method: 'GET',
  path: '/v1/subscriptions',
  parameters: z.strictObject({
    ...paging,
    customer: text.optional(),
    status: z.enum([...all, 'all', 'ended']).optional(),
    test_clock: text.optional(),
  }),
  run(call, { customer, status, test_clock, ...page }) {
    const selection = { ...page, where: { customer, test_clock }, among: { field: 'status', values: meant(status) } }
    return listPage('/v1/subscriptions', call.objects.list(subscriptions, selection))
  },
})

/** Without a wish the ended ones are left out. */
function meant(status: string | undefined): string[] {
  if (status === undefined) return live
  if (status === 'all') return all
  return status === 'ended' ? ended : [status]
}

export const subscriptionOperations = [
  createSubscription,
  retrieveSubscription,
  updateSubscription,
  cancelSubscription,
  listSubscriptions,
]
