import type { MemberContext } from '#platform/server/context.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { BoardItem, listBoard as endpoint } from '../contract/board.ts'
import { listItemsOnBoard } from './board-store.ts'
import { pageOfItems, readPlace } from './read-place.ts'
import { showItem, stateOf } from './show-item.ts'
import type { ItemRow } from './store.ts'

export async function listBoard(
  { db, now }: MemberContext,
  { cursor, limit, list, consultantId }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const today = companyDay(now())
  const rows = await listItemsOnBoard(db, { list, consultantId, today }, { limit: limit + 1, after: readPlace(cursor) })
  return pageOfItems(rows, limit, (row) => ({ ...showItem(row), ...forStaff(row, today) }))
}

/** @param today "2026-11-21" */
export function forStaff(row: ItemRow, today: string): Omit<BoardItem, keyof ReturnType<typeof showItem>> {
  const state = stateOf(row)
  return {
    member: { id: row.member_id, name: `${row.first_name} ${row.last_name}`.trim() },
    consultant:
      row.consultant_id === null
        ? null
        : {
            id: row.consultant_id,
            isActive: row.consultant_role === 'consultant' && row.consultant_disabled_at === null,
          },
    serviceType: row.service_type,
    isLate: state !== 'delivered' && state !== 'closed' && row.due_on < today,
  }
}
