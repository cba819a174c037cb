import type { Db } from '#platform/server/db/tables.ts'
import type { Document } from '../documents/contract.ts'
import { showDocument } from '../documents/server/documents.ts'
import { listDocumentsOfPurchase } from '../documents/server/store.ts'
import { findEntitlementOfPurchase } from '../entitlements/server/store.ts'
import type { BoughtPackage } from '../ledger/contract.ts'
import { showEntry } from '../ledger/server/list-entries.ts'
import { listPackageEntries } from '../ledger/server/store.ts'

/** No package has more ledger entries than this. */
const MAX_ENTRIES = 500

/** Reads a purchase's documents, and its package with the ledger, newest first, for staff. */
export async function describePurchase(
  db: Db,
  purchaseId: string,
  now: Date,
): Promise<{ documents: Document[]; bought: BoughtPackage | null }> {
  const documents = (await listDocumentsOfPurchase(db, purchaseId)).map(showDocument)
  const entitlement = await findEntitlementOfPurchase(db, purchaseId)
  if (!entitlement) return { documents, bought: null }
  const { id, startsAt, endsAt, boughtUntil, cancelledAt } = entitlement
  const entries = await listPackageEntries(db, [id], { now, limit: MAX_ENTRIES, after: undefined })
  return {
    documents,
    bought: {
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      extendedFrom: boughtUntil && boughtUntil < endsAt ? boughtUntil.toISOString() : null,
      cancelledAt: cancelledAt?.toISOString() ?? null,
      entries: entries.map(showEntry),
    },
  }
}
