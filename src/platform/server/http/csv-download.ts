import { stringify } from 'csv-stringify/sync'
import type { LargeFileResponse } from '../../shared/file-response.ts'
import type { Currency } from '../../shared/money.ts'
import { recordAction } from '../audit/record-action.ts'
import type { MemberContext } from '../context.ts'

type CsvDownload<Item> = {
  /** The list's name in the audit log. */
  list: string
  /** The file name; defaults to the list's name. */
  name?: `${string}.csv`
  /** The list's filters. */
  filter?: object
  columns: CsvColumns<Item>
  readPage: (cursor: string | undefined) => Promise<CsvPage<Item>>
}

/**
 * Downloads a back office list as CSV. The data leaves the site, so the audit log records the actor and the filter
 * names, but never filter values, which may contain personal data.
 */
export async function downloadCsv<Item>(
  context: MemberContext,
  { list, name = `${list}.csv`, filter = {}, columns, readPage }: CsvDownload<Item>,
): Promise<LargeFileResponse> {
  const filters = Object.entries(filter).flatMap(([key, value]) => (value === undefined ? [] : [key]))
  await recordAction(context.db, context, {
    action: 'list.downloaded',
    object: { kind: 'list', id: list },
    after: { filters: filters.sort() },
  })
  return csvFile(name, columns, readPage)
}

/** Money is written in pounds or dollars with two decimals; add a column for its currency. */
export type CsvCell = string | number | boolean | Date | { amount: number; currency: Currency } | null

/** Maps column names, in order, to cell values. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => CsvCell>>

type CsvPage<Item> = { items: Item[]; nextCursor: string | null }

/** The number of rows read at a time. */
export const CSV_PAGE_SIZE = 500

/**
 * Streams a whole list as CSV for spreadsheets, in UTF-8 with a byte order mark and escaped formulas. Times are in UTC,
 * which their column names must say.
 * @param readPage reads the same pages as the list, with `CSV_PAGE_SIZE` rows
 */
export function csvFile<Item>(
  name: `${string}.csv`,
  columns: CsvColumns<Item>,
  readPage: (cursor: string | undefined) => Promise<CsvPage<Item>>,
): LargeFileResponse & { content: AsyncIterable<Uint8Array> } {
  return { name, content: writeCsv(columns, readPage) }
}

async function* writeCsv<Item>(
  columns: CsvColumns<Item>,
  readPage: (cursor: string | undefined) => Promise<CsvPage<Item>>,
): AsyncGenerator<Uint8Array> {
  const toCells = Object.values(columns)
  yield encode([Object.keys(columns)], { bom: true })
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: CsvPage<Item> = await readPage(cursor)
    if (page.items.length > 0) yield encode(page.items.map((item) => toCells.map((toCell) => toCell(item))))
    cursor = page.nextCursor
  }
}

function encode(rows: CsvCell[][], { bom = false } = {}): Uint8Array {
  const text = stringify(rows, {
    bom,
    escape_formulas: true,
    quoted_string: true,
    record_delimiter: 'windows',
    cast: {
      date: (moment) => moment.toISOString().slice(0, 19).replace('T', ' '),
      // Some programs treat a leading line feed as a formula, which the library does not escape.
      string: (text) => (text.startsWith('\n') ? `'${text}` : text),
      boolean: (value) => (value ? 'yes' : 'no'),
      // A negative amount is not a formula.
      object: (money) => ({ value: (Number(money.amount) / 100).toFixed(2), escape_formulas: false }),
    },
  })
  return Buffer.from(text)
}
