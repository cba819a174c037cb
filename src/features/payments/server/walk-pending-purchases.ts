import { listPendingPurchases, type StoredPurchase } from '#features/purchases/server/public.ts'
import type { PaymentsContext } from './payments-context.ts'

/** As many as are read from the database at once. */
const BATCH = 200

/**
 * The payments with this provider that were begun before a moment and are not finished, oldest first. All of them,
 * however many stay pending: those that cannot be settled must not hide the ones after them.
 */
export async function* walkPendingPurchases(
  { db, provider }: PaymentsContext,
  before: Date,
): AsyncGenerator<StoredPurchase> {
  let after: { at: Date; id: string } | undefined
  do {
    const batch = await listPendingPurchases(db, { paymentMode: provider.mode, before, after, limit: BATCH })
    yield* batch
    const last = batch.length === BATCH ? batch.at(-1) : undefined
    after = last && { at: last.createdAt, id: last.id }
  } while (after)
}
