import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { type Entry, findEntry } from './hours-store.ts'

/** A consultant's own entry, by which everything of theirs is found. @throws Refused `no-consultant-entry` */
export async function requireEntry(db: Db, accountId: MemberId): Promise<Entry> {
  const entry = await findEntry(db, accountId)
  if (!entry) throw new Refused('no-consultant-entry')
  return entry
}
