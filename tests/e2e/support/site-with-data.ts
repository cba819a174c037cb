import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedCatalogue } from '#features/catalogue/server/public.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import type { TestApp } from '../../support/start-app.ts'
import { type RunningSite, startSite } from '../../support/start-site.ts'
import { test } from './test.ts'

/** As much of a test's server as filling a database needs. */
export type World = Pick<TestApp, 'database' | 'rows' | 'clock'>

/** Journeys through a site of their own, in which stands what nobody can enter on its pages. */
export const testWithData = (seed: (world: World) => Promise<void>) =>
  test.extend<object, { site: RunningSite }>({
    site: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
      async ({}, use) => {
        const directory = await mkdtemp(join(tmpdir(), 'futureworld-journey-'))
        await fill(directory, seed)
        const site = await startSite({ directory })
        await use(site)
        await site.kill()
        await rm(directory, { recursive: true })
      },
      { scope: 'worker', timeout: 120_000 },
    ],
  })

async function fill(directory: string, seed: (world: World) => Promise<void>) {
  const database = await openDatabase({ directory })
  const { pool, db } = database
  await migrate(pool)
  const now = () => new Date()
  await seedCatalogue({ db, now } as never)
  const rows: World['rows'] = async (sql, ...values) => (await pool.query(sql, values)).rows
  await seed({ database, rows, clock: { now } } as World)
  await database.close()
}
