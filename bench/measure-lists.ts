import { openDatabase } from '#platform/server/db/open-database.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { addressOf, adminLists, filtersOf, variantsOf } from '../tests/support/admin-lists.ts'
import { fillConsultants, fillLists } from '../tests/support/fill-lists.ts'
import { startSite } from '../tests/support/start-site.ts'
import { contractEndpoints } from './contract-endpoints.ts'

const ROWS = 100_000
/** Of each list, so that 99 of 100 is a figure. */
const QUESTIONS = 200
const WARMING_UP = 20
/** How far somebody leafs: from there the next page is asked for again and again. */
const PAGES_IN = 10

const administrator = { email: 'owner@lists.example', password: 'a long password of the owner' }

export type ListTime = { address: string; median: number; p99: number }

/** How long each list of the back office takes, with each of its filters, where 100,000 rows stand in every one. */
export async function measureLists(databaseUrl: string): Promise<ListTime[]> {
  const address = new URL(databaseUrl)
  address.pathname = 'lists'
  const server = await openDatabase({ url: databaseUrl })
  await server.pool.query('create database lists')
  await server.close()
  const { email, password } = administrator
  const environment = { DATABASE_URL: address.href, ADMIN_EMAIL: email, ADMIN_PASSWORD: password }
  await using site = await startSite({ environment })
  const memberId = await fill(address.href)
  const token = await logIn(site.url)

  const times: ListTime[] = []
  for (const endpoint of adminLists(await contractEndpoints()))
    for (const asked of await addressesOf(site.url, token, endpoint, memberId))
      times.push(await measure(site.url, token, asked).catch((error: unknown) => notAnswered(asked, error)))
  return times.sort((one, other) => other.p99 - one.p99)
}

/** @returns the id of whom the lists about one member are of */
async function fill(url: string): Promise<string> {
  const database = await openDatabase({ url })
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  await fillConsultants(rows)
  const [{ id: memberId }] = await rows(
    `insert into account (email, email_canonical, first_name, last_name, mobile, password_hash, role, created_at)
     values ('one@lists.example', 'one@lists.example', 'One', 'Member', '', '', 'member',
       date_trunc('milliseconds', now())) returning id`,
  )
  const [{ id: administratorId }] = await rows('select id from account where email = $1', administrator.email)
  await fillLists(rows, { first: 1, last: ROWS, memberId, administratorId })
  await rows('analyze')
  await database.close()
  return memberId
}

async function logIn(siteUrl: string): Promise<string> {
  const response = await fetch(`${siteUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(administrator),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}

/** The list with each of its filters, and a page far in it. */
async function addressesOf(siteUrl: string, token: string, endpoint: Endpoint, memberId: string): Promise<string[]> {
  const list = addressOf(endpoint, memberId)
  const [variant = ''] = variantsOf(endpoint)
  const filtered = filtersOf(endpoint).map((filter) => `${list}?${filter}`)
  let cursor = ''
  for (let page = 0; page < PAGES_IN; page += 1) {
    const words = await ask(siteUrl, token, `${list}?${variant}&limit=100${cursor}`)
    const { data } = JSON.parse(words) as { data: { nextCursor: string | null } }
    if (data.nextCursor === null) return filtered
    cursor = `&cursor=${data.nextCursor}`
  }
  return [...filtered, `${list}?${variant}&limit=20${cursor}`]
}

async function ask(siteUrl: string, token: string, address: string): Promise<string> {
  const response = await fetch(`${siteUrl}${address}`, { headers: { authorization: `Bearer ${token}` } })
  const words = await response.text()
  if (!response.ok) throw new Error(`${address} was answered ${response.status}: ${words}`)
  return words
}

/** The others are measured all the same. */
function notAnswered(address: string, error: unknown): ListTime {
  process.stderr.write(`${error}\n`)
  return { address, median: Number.POSITIVE_INFINITY, p99: Number.POSITIVE_INFINITY }
}

async function measure(siteUrl: string, token: string, address: string): Promise<ListTime> {
  const durations: number[] = []
  for (let question = -WARMING_UP; question < QUESTIONS; question += 1) {
    const startedAt = performance.now()
    await ask(siteUrl, token, address)
    if (question >= 0) durations.push(performance.now() - startedAt)
  }
  durations.sort((one, other) => one - other)
  const keptBy = (share: number) => durations[Math.floor(durations.length * share)] ?? 0
  return { address: address.replace(/cursor=.*/, 'cursor=…'), median: keptBy(0.5), p99: keptBy(0.99) }
}
