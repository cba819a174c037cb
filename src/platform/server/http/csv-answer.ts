import { stringify } from 'csv-stringify/sync'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import type { Currency } from '#platform/shared/money.ts'

/** Money is written in pounds or dollars with two decimals: which of them needs a column of its own. */
export type CsvCell = string | number | boolean | Date | { amount: number; currency: Currency } | null

/** The names of the columns, in order, and what stands in each. */
export type CsvColumns<Item> = Readonly<Record<string, (item: Item) => CsvCell>>

export type CsvPage<Item> = { items: Item[]; nextCursor: string | null }

/** How many rows are read at a time. */
export const CSV_PAGE = 500

/**
 * A whole list as a table for spreadsheets, which is written while it is read: they take it for UTF-8, and nothing that
 * anybody has typed for a formula. Moments are in UTC; the name of their column has to say so.
 * @param readPage the same pages that the list is shown by, of `CSV_PAGE` rows
 */
export function csvAnswer<Item>(
  name: `${string}.csv`,
  columns: CsvColumns<Item>,
  readPage: (cursor: string | undefined) => Promise<CsvPage<Item>>,
): LargeFileAnswer & { content: AsyncIterable<Uint8Array> } {
  return { name, content: writeCsv(columns, readPage) }
}

async function* writeCsv<Item>(
  columns: CsvColumns<Item>,
  readPage: (cursor: string | undefined) => Promise<CsvPage<Item>>,
): AsyncGenerator<Uint8Array> {
  const cells = Object.values(columns)
  yield encode([Object.keys(columns)], { bom: true })
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: CsvPage<Item> = await readPage(cursor)
    if (page.items.length > 0) yield encode(page.items.map((item) => cells.map((cellOf) => cellOf(item))))
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
      boolean: (is) => (is ? 'yes' : 'no'),
      // A sum that went back is no formula.
      object: (money) => ({ value: (Number(money.amount) / 100).toFixed(2), escape_formulas: false }),
    },
  })
  return Buffer.from(text)
}
