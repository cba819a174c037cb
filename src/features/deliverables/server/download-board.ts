import type { MemberContext } from '#platform/server/context.ts'
import { CSV_PAGE, type CsvColumns } from '#platform/server/http/csv-answer.ts'
import { saveList } from '#platform/server/http/save-list.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { BoardFilter, BoardItem } from '../contract/board.ts'
import { itemName } from '../rules/items.ts'
import { listBoard } from './list-board.ts'

/** The list of administrators as a file. */
export async function downloadBoard(context: MemberContext, filter: BoardFilter): Promise<LargeFileAnswer> {
  return saveList(context, {
    list: 'deliverables',
    filter,
    columns,
    readPage: (cursor) => listBoard(context, { ...filter, cursor, limit: CSV_PAGE }),
  })
}

const columns: CsvColumns<BoardItem> = {
  Deliverable: (item) => itemName(item),
  Kind: ({ title }) => title,
  Package: ({ packageTitle }) => packageTitle,
  Member: ({ member }) => member.name,
  Consultant: ({ consultantName }) => consultantName,
  'Due on': ({ dueOn }) => dueOn,
  State: ({ state }) => state.replaceAll('_', ' '),
  Late: ({ isLate }) => isLate,
  'Delivered (UTC)': ({ deliveredAt }) => deliveredAt && new Date(deliveredAt),
}
