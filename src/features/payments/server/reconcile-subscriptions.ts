import {
  endHere,
  findSubscription,
  listLiveSubscriptions,
  type StoredSubscription,
} from '#features/purchases/server/public.ts'
import { isLeftBehind } from '../rules/subscription.ts'
import { listOpenDetails } from './anomaly-store.ts'
import { convergeSubscription } from './converge-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'

/** As many as are looked at in one piece of work: about a minute, so that none is repeated for having taken too long. */
const BATCH = 200

/**
 * A month that was paid while nobody told us, an end that nobody heard of: all that live are read back, in the order of
 * their ids, and those that ended here while the provider did not know them.
 * @returns after which one the next piece of work goes on; undefined where all are read
 */
export async function reconcileSubscriptions(
  context: PaymentsContext,
  { after }: { after?: string } = {},
): Promise<string | undefined> {
  const { db } = context
  const lost = after === undefined ? await findLost(context) : []
  const batch = await listLiveSubscriptions(db, { after, limit: BATCH })
  for (const subscription of [...lost, ...batch]) {
    // One that fails must not keep the others waiting.
    await reconcile(context, subscription).catch((error: unknown) => {
      context.log.error({ subscriptionId: subscription.id, error: String(error) }, 'a subscription was not reconciled')
    })
  }
  return batch.length === BATCH ? batch.at(-1)?.id : undefined
}

async function reconcile(context: PaymentsContext, { id, paymentMode }: StoredSubscription) {
  const { db, now, provider } = context
  if (!isLeftBehind({ paymentMode }, provider.mode)) return void (await convergeSubscription(context, id))
  await db.transaction().execute((tx) => endHere(tx, id, now()))
}

/** What was ended here alone is ended at the provider as soon as it knows it again: the keys were those of another account. */
async function findLost({ db }: PaymentsContext): Promise<StoredSubscription[]> {
  const details = await listOpenDetails(db, 'subscription-missing')
  const found = await Promise.all(details.map(({ subscriptionId }) => findSubscription(db, String(subscriptionId))))
  return found.filter((subscription) => subscription !== undefined).filter(({ endedAt }) => endedAt !== null)
}
