import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedCatalogue } from '#features/catalogue/server/public.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import type { TestApp } from '../../support/app/start-app.ts'
import { incomingEmail } from '../../support/given/incoming-emails.ts'
import { type RunningSite, startSite } from '../../support/site/start-site.ts'

/** The parts of a test app that are needed to seed a database. */
export type World = Pick<TestApp, 'database' | 'rows' | 'clock'>

/** Runs a site with data that can't be created through its pages, for as long as a Playwright worker runs. */
export async function withSite(seed: (world: World) => Promise<void>, use: (site: RunningSite) => Promise<void>) {
  const directory = await mkdtemp(join(tmpdir(), 'futureworld-journey-'))
  await fill(directory, seed)
  const site = await startSite({ directory, environment })
  await use(site)
  await site.kill()
  await rm(directory, { recursive: true })
}

/** The site's first administrator. */
export const administrator = { email: 'owner@example.org', password: 'a long password of the owner' }

/** The settings for each site. Every site accepts email replies, and requests may set their own client address. */
export const environment = {
  TRUST_PROXY: 'loopback',
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
  INCOMING_EMAIL_ADDRESS: incomingEmail.address,
  INCOMING_EMAIL_SECRET: incomingEmail.secret,
}

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
