import { listPendingPurchases, type StoredPurchase } from '#features/purchases/server/public.ts'
import { eachRow } from '#platform/server/db/batches.ts'
import type { PaymentsContext } from '../../server/payments-context.ts'

/** Rows read per query. */
const BATCH = 200

/**
 * Yields all unfinished payments with this provider that were started before the given time, oldest first. It pages
 * through all of them so that stuck payments cannot hide later ones.
 */
export function walkPendingPurchases({ db, provider }: PaymentsContext, before: Date): AsyncGenerator<StoredPurchase> {
  return eachRow(BATCH, ({ limit, after: last }) => {
    const after = last && { at: last.createdAt, id: last.id }
    return listPendingPurchases(db, { paymentMode: provider.mode, before, limit, after })
  })
}
