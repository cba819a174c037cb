import { afterAll, expect, test } from 'vitest'
import { adminLists, listVariants, toListAddress } from '../support/app/admin-lists.ts'
import { endpointName, startAppWithRoutes } from '../support/app/endpoints.ts'
import { fillConsultants, fillLists } from '../support/given/fill-lists.ts'

/** Every list of the back office, including new ones. */

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)

const ROWS = 25
/** Few arrivals, which keeps the later lists short. */
const ARRIVALS = 8
const administrator = await app.quickMember('administrator')
const { id: memberId } = await app.quickMember()
let filled = 0

async function addRows(count: number) {
  const owners = { memberId, administratorId: administrator.id }
  await fillLists(app.rows, { first: filled + 1, last: filled + count, ...owners })
  filled += count
}

await fillConsultants(app.rows)
await addRows(ROWS)

const lists = adminLists(endpoints).map((endpoint) => [endpointName(endpoint), endpoint] as const)

test.each(lists)('%s: paging while rows arrive shows each earlier row exactly once', async (_, endpoint) => {
  const list = toListAddress(endpoint, memberId)
  let rows = 0
  for (const variant of listVariants(endpoint)) rows += await pageTwice(`${list}?${variant}`)
  // An empty list would prove nothing: add the rows of a new list to fill-lists.ts.
  if (!endpoint.path.includes(':')) expect(rows).toBeGreaterThan(5)
})

/** @returns the number of rows before the arrivals */
async function pageTwice(address: string): Promise<number> {
  const before = await readAllPages(address, 100)
  expect(new Set(before).size, address).toBe(before.length)
  let arrivals = ARRIVALS
  const keysSeen = await readAllPages(address, 3, async () => {
    if (arrivals-- > 0) await addRows(1)
  })
  const counts = before.map((key) => keysSeen.filter((seenKey) => seenKey === key).length)
  expect(counts, address).toEqual(before.map(() => 1))
  expect(new Set(keysSeen).size, address).toBe(keysSeen.length)
  return before.length
}

/** @returns the keys of all rows */
async function readAllPages(address: string, limit: number, betweenPages = async () => {}): Promise<string[]> {
  const keys: string[] = []
  for (let cursor = ''; ; ) {
    const { status, body } = await administrator.get(`${address}&limit=${limit}${cursor && `&cursor=${cursor}`}`)
    expect(status, `${address} ${body.message}`).toBe(200)
    keys.push(...body.data.items.map(rowKey))
    if (body.data.nextCursor === null || keys.length > 2_000) return keys
    cursor = body.data.nextCursor
    await betweenPages()
  }
}

type Listed = { id?: string; bookingId?: string; member?: { id: string } }

function rowKey(row: Listed): string {
  return row.id ?? row.bookingId ?? row.member?.id ?? JSON.stringify(row)
}
