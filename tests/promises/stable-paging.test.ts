import { afterAll, expect, test } from 'vitest'
import { adminLists, listVariants, toListAddress } from '../support/app/admin-lists.ts'
import { endpointName, startAppWithRoutes } from '../support/app/endpoints.ts'
import { readPages } from '../support/app/read-pages.ts'
import { fillConsultants, fillLists } from '../support/given/fill-lists.ts'

/** Covers every list in the back office, including new ones. */

const { app, endpoints } = await startAppWithRoutes()
afterAll(app.close)

const ROWS = 25
/** Only a few rows arrive during each test, which keeps later lists short. */
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

test.each(lists)(
  '%s: if rows arrive during paging, each earlier row is still shown exactly once',
  async (_, endpoint) => {
    const list = toListAddress(endpoint, memberId)
    let rows = 0
    for (const variant of listVariants(endpoint)) rows += await pageTwice(`${list}?${variant}`)
    // An empty list would prove nothing. Add the rows for a new list to fill-lists.ts.
    if (!endpoint.path.includes(':')) expect(rows).toBeGreaterThan(5)
  },
)

/** @returns the number of rows before new rows arrived */
async function pageTwice(address: string): Promise<number> {
  const before = (await readPages<Listed>(administrator, `${address}&limit=100`)).map(rowKey)
  expect(new Set(before).size, address).toBe(before.length)
  let arrivals = ARRIVALS
  const betweenPages = async () => {
    if (arrivals-- > 0) await addRows(1)
  }
  const keysSeen = (await readPages<Listed>(administrator, `${address}&limit=3`, betweenPages)).map(rowKey)
  const counts = before.map((key) => keysSeen.filter((seenKey) => seenKey === key).length)
  expect(counts, address).toEqual(before.map(() => 1))
  expect(new Set(keysSeen).size, address).toBe(keysSeen.length)
  return before.length
}

type Listed = { id?: string; bookingId?: string; member?: { id: string } }

function rowKey(row: Listed): string {
  return row.id ?? row.bookingId ?? row.member?.id ?? JSON.stringify(row)
}
