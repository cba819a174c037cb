import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { openDatabase } from '#platform/server/db/open-database.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { adminLists, listFilters, listVariants, toListAddress } from '#tests/support/app/admin-lists.ts'
import { fillConsultants, fillLists } from '#tests/support/given/fill-lists.ts'
import { startSite } from '#tests/support/site/start-site.ts'
import { logIn } from './logins.ts'
import { createDatabase, getText, type Rows, type Times, timeInTurns, toRows } from './measurement.ts'

const ROWS = 100_000
/** The requests per list, enough for a 99th percentile. */
const REQUESTS = 200
/** The number of pages before the measured one, as if a reader had paged far into the list. */
const PAGES_BEFORE = 10

const administrator = { email: 'owner@lists.example', password: 'a long password of the owner' }

export type ListTime = Times & { address: string }

/** Measures each list in the back office with each of its filters, with 100,000 rows in every list. */
export async function measureLists(databaseUrl: string): Promise<ListTime[]> {
  const url = await createDatabase(databaseUrl, 'lists')
  const { email, password } = administrator
  const environment = { DATABASE_URL: url, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  await using site = await startSite({ environment })
  const database = await openDatabase({ url })
  const rows = toRows(database)
  const memberId = await fillAllLists(rows)
  await rows('analyze')
  await database.close()
  const token = await logIn(site.url, email, password)

  const times: ListTime[] = []
  for (const endpoint of adminLists(await loadContractEndpoints()))
    for (const address of await listAddresses(site.url, token, endpoint, memberId))
      times.push(
        await measureAddress(site.url, token, address).catch((error: unknown) => reportFailure(address, error)),
      )
  return times.sort((one, other) => other.p99 - one.p99)
}

/** Fills every list in the back office. @returns the id of the member for the lists about one member */
export async function fillAllLists(rows: Rows): Promise<string> {
  await fillConsultants(rows)
  const [{ id: memberId }] = await rows(
    `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
     values ('one@lists.example', 'one@lists.example', 'One', 'Member', '', '', 'member',
       date_trunc('milliseconds', now())) returning id`,
  )
  const [{ id: administratorId }] = await rows("select id from account where role = 'administrator'")
  await fillLists(rows, { first: 1, last: ROWS, memberId, administratorId })
  return memberId
}

/** The list with each of its filters, and one page far into it. */
async function listAddresses(siteUrl: string, token: string, endpoint: Endpoint, memberId: string): Promise<string[]> {
  const list = toListAddress(endpoint, memberId)
  const [variant = ''] = listVariants(endpoint)
  const filtered = listFilters(endpoint).map((filter) => `${list}?${filter}`)
  let cursor = ''
  for (let page = 0; page < PAGES_BEFORE; page += 1) {
    const body = await getText(`${siteUrl}${list}?${variant}&limit=100${cursor}`, token)
    const { data } = JSON.parse(body) as { data: { nextCursor: string | null } }
    if (data.nextCursor === null) return filtered
    cursor = `&cursor=${data.nextCursor}`
  }
  return [...filtered, `${list}?${variant}&limit=20${cursor}`]
}

/** Reports the error and goes to the next list. */
function reportFailure(address: string, error: unknown): ListTime {
  process.stderr.write(`${error}\n`)
  return { address, median: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
}

async function measureAddress(siteUrl: string, token: string, address: string): Promise<ListTime> {
  const [times] = await timeInTurns([() => getText(`${siteUrl}${address}`, token)], REQUESTS)
  return { address: address.replace(/cursor=.*/, 'cursor=…'), ...times }
}

/** All endpoints in the contracts, without starting the server that serves them. */
async function loadContractEndpoints(): Promise<Endpoint[]> {
  const files = globSync('src/features/**/{contract.ts,contract/*.ts}').filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(resolve(file))))
  const values = modules.flatMap((module) => Object.values(module as Record<string, unknown>))
  return [...new Set(values.filter(isEndpoint))]
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'method' in value
}
