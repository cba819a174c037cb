import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { Entry } from '../contract/entry.ts'
import { findEntitlementOf } from './entitlement-store.ts'
import { type EntryRow, listEntriesOf } from './entry-store.ts'

export async function listEntries(
  { db, actor }: MemberContext,
  entitlementId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Entry[]; nextCursor: string | null }> {
  if (!(await findEntitlementOf(db, actor.memberId, entitlementId))) throw new Refused('package-not-found')
  const rows = await listEntriesOf(db, entitlementId, { limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ occurred_at: at, id }) => ({ at, id }), showEntry)
}

export function showEntry({ id, kind, title, quantity, occurred_at, reason, extends_until }: EntryRow): Entry {
  return {
    id,
    kind,
    title,
    quantity,
    occurredAt: occurred_at.toISOString(),
    reason,
    extendsUntil: extends_until?.toISOString() ?? null,
  }
}
