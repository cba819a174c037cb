import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { MemberContext } from '../context.ts'
import { recordAction } from '../record-action.ts'
import { type CsvColumns, type CsvPage, csvAnswer } from './csv-answer.ts'

type SavedList<Item> = {
  /** What it is called in the audit log. */
  list: string
  /** Of the file. Without it, that of the list. */
  name?: `${string}.csv`
  /** What it was narrowed by. */
  filter?: object
  columns: CsvColumns<Item>
  readPage: (cursor: string | undefined) => Promise<CsvPage<Item>>
}

/**
 * A list of the back office as a file. What it holds leaves the house with it, so it is recorded who took it, and what it
 * was narrowed by: never to what, since that may be somebody's name.
 */
export async function saveList<Item>(
  context: MemberContext,
  { list, name = `${list}.csv`, filter = {}, columns, readPage }: SavedList<Item>,
): Promise<LargeFileAnswer> {
  const filters = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  await recordAction(context.db, context, {
    action: 'list.saved',
    object: { kind: 'list', id: list },
    after: { filters: filters.sort() },
  })
  return csvAnswer(name, columns, readPage)
}
