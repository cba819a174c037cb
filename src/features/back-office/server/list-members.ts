import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { listMembers as endpoint, MemberSummary } from '../contract/member.ts'
import { listMemberRows, type MemberRow } from './member-store.ts'

export async function listMembers(
  { db, now }: MemberContext,
  { cursor, limit, ...filter }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const rows = await listMemberRows(db, { now: now(), limit: limit + 1, after: afterCursor(cursor), filter })
  return pageFrom(rows, limit, ({ created_at: at, id }) => ({ at, id }), summarizeMember)
}

export function summarizeMember(row: MemberRow): MemberSummary {
  const { id, role, state } = row
  return {
    id,
    name: `${row.first_name} ${row.last_name}`.trim(),
    // What stands there of somebody who has left is no address.
    email: state === 'deleted' ? '' : row.email,
    role,
    state,
    joinedAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    activePackages: row.active_packages,
  }
}
