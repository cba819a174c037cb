import { openDatabase } from '#platform/server/db/open-database.ts'
import { inParallel } from '../../tests/support/app/in-parallel.ts'

/** Creates an empty database on the same server. @returns its address */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const server = await openDatabase({ url: serverUrl })
  await server.pool.query(`create database ${name} template template0`)
  await server.close()
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
}

/** The median and the 99th percentile, in milliseconds. */
export type Times = { median: number; p99: number }

export function summariseDurations(durations: number[]): Times {
  const sorted = durations.toSorted((one, other) => one - other)
  const percentile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { median: percentile(0.5), p99: percentile(0.99) }
}

/** @returns runs a second */
export async function measureRate<Item>(items: Item[], concurrency: number, work: (item: Item) => Promise<void>) {
  const startedAt = performance.now()
  await inParallel(items, concurrency, work)
  return items.length / ((performance.now() - startedAt) / 1_000)
}
