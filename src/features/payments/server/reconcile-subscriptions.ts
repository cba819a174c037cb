import { listLiveSubscriptions } from '#features/purchases/server/public.ts'
import { convergeSubscription } from './converge-subscription.ts'
import type { PaymentsContext } from './payments-context.ts'

/** As many as are read from the database at once. */
const BATCH = 200

/** A month that was paid while nobody told us, an end that nobody heard of: all that live are read back. */
export async function reconcileSubscriptions(
  context: PaymentsContext,
  isOurTurn: () => Promise<boolean>,
): Promise<void> {
  for await (const { id } of liveSubscriptions(context)) {
    if (!(await isOurTurn())) return
    // One that fails must not keep the others waiting.
    await convergeSubscription(context, id).catch((error: unknown) => {
      context.log.error({ subscriptionId: id, error: String(error) }, 'a subscription could not be reconciled')
    })
  }
}

async function* liveSubscriptions({ db, provider }: PaymentsContext) {
  let after: string | undefined
  do {
    const batch = await listLiveSubscriptions(db, { paymentMode: provider.mode, after, limit: BATCH })
    yield* batch
    after = batch.length === BATCH ? batch.at(-1)?.id : undefined
  } while (after)
}
