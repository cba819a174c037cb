import type { Db } from '#platform/server/db/tables.ts'
import { decideMoneyStatus } from '../rules.ts'
import { sumCredited } from './document-store.ts'
import { saveMoneyStatus, saveRefunded } from './return-store.ts'
import type { StoredPurchase } from './store.ts'

/**
 * Brings a purchase in line with what went back of it, in the transaction that notes it. Its credit notes say what did.
 * @param refunded with what is on its way, in minor units
 */
export async function settlePurchase(
  tx: Db,
  { id, total }: StoredPurchase,
  { refunded, isDisputed }: { refunded: number; isDisputed: boolean },
): Promise<void> {
  const givenBack = await sumCredited(tx, id)
  await saveRefunded(tx, id, refunded)
  await saveMoneyStatus(tx, id, decideMoneyStatus({ total, givenBack, isDisputed }))
}
