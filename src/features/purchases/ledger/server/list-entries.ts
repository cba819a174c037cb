import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findMemberEntitlement, listPackageMonths } from '../../entitlements/server/store.ts'
import type { Entry } from '../contract.ts'
import { type EntryRow, listPackageEntries } from './store.ts'

export async function listEntries(
  { db, actor, now }: MemberContext,
  entitlementId: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<{ items: Entry[]; nextCursor: string | null }> {
  if (!(await findMemberEntitlement(db, actor.memberId, entitlementId))) throw new Refused('package-not-found')
  const months = await listPackageMonths(db, entitlementId)
  const rows = await listPackageEntries(db, months, { now: now(), limit: limit + 1, after: afterCursor(cursor) })
  return pageFrom(rows, limit, ({ occurredAt: at, id }) => ({ at, id }), showEntry)
}

export function showEntry(row: EntryRow): Entry {
  const { id, title, quantity, occurredAt, reason, extendsUntil } = row
  return {
    id,
    kind: toKind(row),
    title,
    quantity,
    occurredAt: occurredAt.toISOString(),
    reason,
    extendsUntil: extendsUntil?.toISOString() ?? null,
  }
}

/** Tells apart a session, a delivery and a correction, all of which are stored as `use` in the ledger. */
function toKind({ kind, lineKind, causeId, isHeld }: EntryRow): Entry['kind'] {
  if (kind !== 'use') return kind
  if (lineKind === 'deliverable') return 'delivered'
  if (causeId === null) return 'correction'
  return isHeld ? 'held' : 'booked'
}
