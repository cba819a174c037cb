import { execFileSync } from 'node:child_process'
import { symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { makeDatabase } from '../../support/app/server-database.ts'
import { newFolder } from '../../support/app/temporary.ts'
import { until } from '../../support/app/until.ts'
import { givenBookableConsultant } from '../../support/given/bookable-consultants.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { simulateBusiness } from '../../support/proof/simulate-business.ts'
import { isStressTest } from '../../support/proof/stress-test-size.ts'
import { freePorts } from '../../support/site/processes.ts'
import { startBalancer } from '../../support/site/start-balancer.ts'
import { startProvider } from '../../support/site/start-provider.ts'
import { startSite } from '../../support/site/start-site.ts'

/**
 * An upgrade: processes of the previous version still serve after the first new process has migrated. The previous
 * version is the commit before the newest migration, but none from before the baseline, whose tables cannot be upgraded
 * (docs/decisions/0035). Without a later migration it is the baseline.
 */

const PURCHASES = isStressTest ? 20 : 6

const folder = await newFolder(afterAll)
const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())
const before = await checkOut(folder)
// Empty: the first process of this version creates the tables.
const created = await makeDatabase({ isEmpty: true })
resources.defer(created.drop)
const [oldPort = 0, newPort = 0] = await freePorts(2)
const balancer = await startBalancer({ sites: [oldPort, newPort] })
resources.defer(balancer.stop)
const provider = await startProvider(balancer.url)
resources.defer(() => void provider.stop())
const environment = {
  DATABASE_URL: created.url,
  PUBLIC_URL: balancer.url,
  TRUST_PROXY: '127.0.0.1',
  ...provider.environment,
}
const newSite = await startSite({ port: newPort, environment })
resources.use(newSite)
const oldSite = await startSite({ port: oldPort, environment, source: folder })
resources.use(oldSite)

/** @returns the commit whose files are in the folder */
async function checkOut(folder: string): Promise<string> {
  const git = (...parameters: string[]) => execFileSync('git', parameters, { encoding: 'utf8' }).trim()
  const newest = (...query: string[]) => git('log', '--first-parent', '--format=%H', '-1', ...query)
  const beforeMigration = git('rev-parse', `${newest('--diff-filter=A', '--', 'migrations')}^`)
  const baseline = newest('--', 'migrations/0001-platform.sql')
  const commit = git('merge-base', baseline, beforeMigration) === baseline ? beforeMigration : baseline
  const files = execFileSync('git', ['archive', commit], { maxBuffer: 512 * 1024 * 1024 })
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  return commit
}

test(`purchases and bookings work while ${before.slice(0, 7)} and this version run side by side`, async () => {
  const database = await openDatabase({ url: created.url })
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  for (let each = 0; each < 5; each += 1) await givenBookableConsultant({ database, rows })
  const places = { siteUrl: balancer.url, sandboxUrl: provider.url }
  const acknowledged = await simulateBusiness(places, { atOnce: 4, during: () => untilPaid(rows, PURCHASES) })
  await database.close()

  expect(acknowledged.failedCalls).toEqual([])
  expect(acknowledged.purchases.length).toBeGreaterThanOrEqual(PURCHASES)
  expect(acknowledged.bookings.length).toBe(acknowledged.purchases.length)
  const summary = `${acknowledged.purchases.length} purchases and ${acknowledged.bookings.length} bookings`
  recordMeasurement(
    'R14',
    `the previous version and this one on one database: ${summary}, no call failed`,
    'side by side',
  )
  for (const site of [oldSite, newSite]) expect(site.output()).not.toContain('"level":50')
})

function untilPaid(rows: (sql: string) => Promise<{ count: number }[]>, count: number) {
  const countPaid = () => rows("select count(*) from purchase where status = 'completed'")
  return until(async () => ((await countPaid())[0]?.count ?? 0) >= count)
}
