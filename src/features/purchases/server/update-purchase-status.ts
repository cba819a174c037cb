import type { Db } from '#platform/server/db/tables.ts'
import { sumCredited } from '../documents/server/issuing-store.ts'
import { decidePurchaseStatus } from '../rules.ts'
import { savePurchaseStatus, saveRefunded } from './refund-store.ts'
import type { StoredPurchase } from './store.ts'

/**
 * Updates the refunded total and the status, in the caller's transaction. The status depends on the credit notes
 * issued.
 * @param refunded including refunds on their way, in minor units
 */
export async function updatePurchaseStatus(
  tx: Db,
  { id, total }: StoredPurchase,
  { refunded, isDisputed }: { refunded: number; isDisputed: boolean },
): Promise<void> {
  const credited = await sumCredited(tx, id)
  await saveRefunded(tx, id, refunded)
  await savePurchaseStatus(tx, id, decidePurchaseStatus({ total, credited, isDisputed }))
}
