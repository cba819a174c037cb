import type { MemberContext } from '#platform/server/context.ts'
import { companyDay } from '#platform/shared/calendar.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { BoardDetails } from '../contract/board.ts'
import { findAnyItem } from './board-store.ts'
import { forStaff } from './list-board.ts'
import { showDetails } from './show-item.ts'

export async function getBoardItem({ db, now }: MemberContext, itemId: string): Promise<BoardDetails> {
  const row = await findAnyItem(db, itemId)
  if (!row) throw new Refused('item-not-found')
  return { ...(await showDetails(db, row, { drafts: true })), ...forStaff(row, companyDay(now())) }
}
