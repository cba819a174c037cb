import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { givenBookableConsultant } from '../support/bookable-consultants.ts'
import { openForBusiness } from '../support/day-of-business.ts'
import { noteFigure } from '../support/note-figure.ts'
import { portsFor } from '../support/processes.ts'
import { startBalancer } from '../support/start-balancer.ts'
import { startProvider } from '../support/start-provider.ts'
import { startSite } from '../support/start-site.ts'

/**
 * An upgrade: while processes of the version before still serve, the first of this version has changed the tables. The
 * version before is the one right before the newest migration came into this line of history.
 */

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('Two processes need a database server: npm run test:postgres')

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
const folder = await mkdtemp(join(tmpdir(), 'futureworld-before-'))
opened.defer(() => rm(folder, { recursive: true, force: true }))
const before = await checkOut(folder)
const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
opened.defer(postgres.stop)
const [oldPort = 0, newPort = 0] = await portsFor(2)
const balancer = await startBalancer({ sites: [oldPort, newPort] })
opened.defer(balancer.stop)
const provider = await startProvider(balancer.url)
opened.defer(() => void provider.stop())
const environment = {
  DATABASE_URL: postgres.url,
  PUBLIC_URL: balancer.url,
  TRUST_PROXY: '127.0.0.1',
  ...provider.environment,
}
const newSite = await startSite({ port: newPort, environment })
opened.use(newSite)
const oldSite = await startSite({ port: oldPort, environment, source: folder })
opened.use(oldSite)

/** @returns the commit whose files now stand in the folder */
async function checkOut(folder: string): Promise<string> {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
  const newest = git('log', '--first-parent', '--diff-filter=A', '--format=%H', '-1', '--', 'migrations')
  const commit = git('rev-parse', `${newest}^`)
  const files = execFileSync('git', ['archive', commit], { maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return commit
}

test(`people buy and book while ${before.slice(0, 7)} and this version serve side by side`, {
  timeout: 180_000,
}, async () => {
  const database = await openDatabase({ url: postgres.url })
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  for (let each = 0; each < 5; each += 1) await givenBookableConsultant({ database, rows })
  let isOver = false
  const places = { siteUrl: balancer.url, sandboxUrl: provider.url }
  const business = openForBusiness(places, { atOnce: 4, isOver: () => isOver })
  await Promise.race([business, untilPaid(rows, 20)]).finally(() => {
    isOver = true
  })
  const told = await business
  await database.close()

  expect(told.troubles).toEqual([])
  expect(told.purchases.length).toBeGreaterThanOrEqual(20)
  expect(told.bookings.length).toBe(told.purchases.length)
  const done = `${told.purchases.length} purchases and ${told.bookings.length} bookings`
  noteFigure('R14', `the version before and this one on one database: ${done}, no call failed`, 'side by side')
  for (const site of [oldSite, newSite]) expect(site.output()).not.toContain('"level":50')
})

function untilPaid(rows: (sql: string) => Promise<{ count: number }[]>, count: number) {
  const countPaid = () => rows("select count(*) from purchase where status = 'completed'")
  return vi.waitUntil(async () => ((await countPaid())[0]?.count ?? 0) >= count, { timeout: 120_000, interval: 200 })
}
