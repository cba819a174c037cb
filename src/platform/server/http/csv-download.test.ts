import { expect, test } from 'vitest'
import { type CsvCell, csvFile } from './csv-download.ts'

async function readText(content: AsyncIterable<Uint8Array>) {
  const parts = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** A list with one column, in pages. */
function writeColumn(...pages: CsvCell[][]) {
  const { content } = csvFile('cells.csv', { 'A cell': (cell: CsvCell) => cell }, async (cursor) => {
    const pageIndex = Number(cursor ?? 0)
    return { items: pages[pageIndex] ?? [], nextCursor: pageIndex + 1 < pages.length ? String(pageIndex + 1) : null }
  })
  return readText(content)
}

test.each(['=1+1', '+44 20 7946 0123', '-2', '@SUM(A1)', '\tx', '\rx', '\nx'])(
  'user input is never a formula in a spreadsheet: %j',
  async (typed) => {
    expect(await writeColumn([typed])).toBe(`\uFEFF"A cell"\r\n"'${typed}"\r\n`)
  },
)

test('text keeps its quotes, line breaks and Unicode characters', async () => {
  expect(await writeColumn(['She said "no",\nŁukasz'])).toBe('\uFEFF"A cell"\r\n"She said ""no"",\nŁukasz"\r\n')
})

test('money has two decimals, refunds are negative numbers, and times are in UTC', async () => {
  const at = new Date('2026-07-01T12:00:05.123Z')
  const lines = await writeColumn([
    { amount: -9_900, currency: 'GBP' },
    { amount: 5, currency: 'USD' },
    -3,
    true,
    null,
    at,
  ])
  expect(lines.split('\r\n').slice(1, -1)).toEqual(['-99.00', '0.05', '-3', 'yes', '', '2026-07-01 12:00:05'])
})

test('the file contains every page of the list once, in order', async () => {
  expect(await writeColumn([1, 2], [3], [])).toBe('\uFEFF"A cell"\r\n1\r\n2\r\n3\r\n')
})

test('an empty list yields only the heading', async () => {
  expect(await writeColumn([])).toBe('\uFEFF"A cell"\r\n')
})

test('the next page is read only once the previous one is consumed, to limit memory', async () => {
  const cursors: (string | undefined)[] = []
  const { content } = csvFile('rows.csv', { 'A row': (row: number) => row }, async (cursor) => {
    cursors.push(cursor)
    return { items: [1], nextCursor: 'next' }
  })
  const parts = content[Symbol.asyncIterator]()
  await parts.next()
  expect(cursors).toEqual([])
  await parts.next()
  expect(cursors).toEqual([undefined])
  await parts.next()
  expect(cursors).toEqual([undefined, 'next'])
})

test('an error on a later page fails the whole file', async () => {
  const { content } = csvFile('rows.csv', { 'A row': (row: number) => row }, async (cursor) => {
    if (cursor) throw new Error('The database is away')
    return { items: [1], nextCursor: 'next' }
  })
  await expect(readText(content)).rejects.toThrow('The database is away')
})
