import type { Db } from '#platform/server/db/tables.ts'
import type { Document } from '../contract/document.ts'
import type { BoughtPackage } from '../contract/staff.ts'
import { findBought } from './entitlement-store.ts'
import { listEntriesOf } from './entry-store.ts'
import { showDocument } from './list-documents.ts'
import { showEntry } from './list-entries.ts'
import { listPapersAbout } from './paper-store.ts'

/** More lines than a package comes to have. */
const MOST_ENTRIES = 500

/** For staff: the papers of a purchase, and the package that it bought with its ledger, newest first. */
export async function describePurchase(
  db: Db,
  purchaseId: string,
): Promise<{ documents: Document[]; bought: BoughtPackage | null }> {
  const documents = (await listPapersAbout(db, purchaseId)).map(showDocument)
  const entitlement = await findBought(db, purchaseId)
  if (!entitlement) return { documents, bought: null }
  const { id, starts_at: startsAt, ends_at: endsAt, bought_until: boughtUntil, cancelled_at: cancelledAt } = entitlement
  const entries = await listEntriesOf(db, id, { limit: MOST_ENTRIES, after: undefined })
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
