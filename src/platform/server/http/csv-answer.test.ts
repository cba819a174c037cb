import { expect, test } from 'vitest'
import { type CsvCell, csvAnswer } from './csv-answer.ts'

async function textOf(content: AsyncIterable<Uint8Array>) {
  const parts = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** A list of one column, in pages. */
function written(...pages: CsvCell[][]) {
  const { content } = csvAnswer('cells.csv', { 'A cell': (cell: CsvCell) => cell }, async (cursor) => {
    const at = Number(cursor ?? 0)
    return { items: pages[at] ?? [], nextCursor: at + 1 < pages.length ? String(at + 1) : null }
  })
  return textOf(content)
}

test.each(['=1+1', '+44 20 7946 0123', '-2', '@SUM(A1)', '\tx', '\rx'])(
  'a spreadsheet takes what somebody has typed for text, and no formula: %j',
  async (typed) => {
    expect(await written([typed])).toBe(`\uFEFF"A cell"\r\n"'${typed}"\r\n`)
  },
)

test('words keep their quotes, lines and letters of any language', async () => {
  expect(await written(['She said "no",\nŁukasz'])).toBe('\uFEFF"A cell"\r\n"She said ""no"",\nŁukasz"\r\n')
})

test('money has two decimals and stays a number when it went back; moments are in UTC', async () => {
  const at = new Date('2026-07-01T12:00:05.123Z')
  const lines = await written([{ amount: -9_900, currency: 'GBP' }, { amount: 5, currency: 'USD' }, -3, true, null, at])
  expect(lines.split('\r\n').slice(1, -1)).toEqual(['-99.00', '0.05', '-3', 'yes', '', '2026-07-01 12:00:05'])
})

test('every page of the list is in the file once, in its order', async () => {
  expect(await written([1, 2], [3], [])).toBe('\uFEFF"A cell"\r\n1\r\n2\r\n3\r\n')
})

test('a list without anything in it is its heading', async () => {
  expect(await written([])).toBe('\uFEFF"A cell"\r\n')
})

test('no page is read before the one before it was taken: a long list never stands in memory whole', async () => {
  const read: (string | undefined)[] = []
  const { content } = csvAnswer('rows.csv', { 'A row': (row: number) => row }, async (cursor) => {
    read.push(cursor)
    return { items: [1], nextCursor: 'next' }
  })
  const parts = content[Symbol.asyncIterator]()
  await parts.next()
  expect(read).toEqual([])
  await parts.next()
  expect(read).toEqual([undefined])
  await parts.next()
  expect(read).toEqual([undefined, 'next'])
})

test('a list that fails half way fails the file: nobody takes a part for the whole', async () => {
  const { content } = csvAnswer('rows.csv', { 'A row': (row: number) => row }, async (cursor) => {
    if (cursor) throw new Error('The database is away')
    return { items: [1], nextCursor: 'next' }
  })
  await expect(textOf(content)).rejects.toThrow('The database is away')
})
