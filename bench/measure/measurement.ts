import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { inParallel } from '#tests/support/app/in-parallel.ts'

/** Creates an empty database on the same server. @returns its address */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const server = await openDatabase({ url: serverUrl })
  await server.pool.query(`create database ${name} template template0`)
  await server.close()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

export type Rows = ReturnType<typeof toRows>

export function toRows({ pool }: Database) {
  return async (sql: string, ...values: unknown[]) => (await pool.query(sql, values)).rows
}

/** The median and the 99th percentile, in milliseconds. */
export type Times = { median: number; p99: number }

export function summariseDurations(durations: number[]): Times {
  const sorted = durations.toSorted((one, other) => one - other)
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { median: percentile(0.5), p99: percentile(0.99) }
}

/**
 * Makes the requests in turn, so that other load on the machine slows all of them equally. @returns each request's
 * times
 */
export async function timeInTurns<const Requests extends readonly (() => Promise<unknown>)[]>(
  requests: Requests,
  count: number,
) {
  const durations = requests.map((): number[] => [])
  for (let round = -count / 10; round < count; round += 1)
    for (const [index, send] of requests.entries()) {
      const startedAt = performance.now()
      await send()
      // The first tenth only warms up the site.
      if (round >= 0) durations[index]?.push(performance.now() - startedAt)
    }
  return durations.map(summariseDurations) as { [Index in keyof Requests]: Times }
}

/** @throws Error for an error status */
export async function getText(url: string, token: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  const body = await response.text()
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${body}`)
  return body
}

/** @returns runs per second */
export async function measureRate<Item>(items: Item[], concurrency: number, work: (item: Item) => Promise<void>) {
  const startedAt = performance.now()
  await inParallel(items, concurrency, work)
  return items.length / ((performance.now() - startedAt) / 1_000)
}
