import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { jobs } from '#app/server/jobs.ts'
import { seedDatabase } from '#app/server/open-context.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { type JobRunner, openJobs } from '#platform/server/jobs/jobs.ts'
import type { Log } from '#platform/server/log.ts'
import { databaseAddress, getDatabaseImage, getDatabaseTemplate, runOnServer } from './database-image.ts'
import { createContext } from './queue-context.ts'
import { resetToSeed, saveSeed } from './reset-database.ts'

/** A migrated and seeded database with its queues. */
export type TestDatabase = {
  database: Database
  runner: JobRunner
  /** The queues write to this log. */
  log: Log
  /** Resets the database for the next test. */
  release: () => Promise<void>
}

type Opened = Omit<TestDatabase, 'release'> & { remove: () => Promise<void> }

/** This worker's open databases that no test is using. Opening one costs as much as ten short tests. */
const idle: Opened[] = []

export async function openTestDatabase(log: Log): Promise<TestDatabase> {
  const opened = idle.pop() ?? (await openSeeded())
  Object.assign(opened.log, log)
  return {
    ...opened,
    async release() {
      if (await resetToSeed(opened.database.pool).catch(() => false)) idle.push(opened)
      else await close(opened)
    },
  }
}

async function openSeeded(): Promise<Opened> {
  const server = process.env.TEST_DATABASE_URL
  const { database, remove } = server ? await copyTemplate(server) : await loadImage()
  const log: Log = { info() {}, warn() {}, error() {} }
  const runner = await openJobs(database, jobs, log)
  await seedDatabase({ ...createContext(database, runner), log })
  await saveSeed(database.pool)
  return { database, runner, log, remove }
}

async function close({ database, runner, remove }: Opened) {
  await runner.stop()
  await database.close()
  await remove()
}

async function loadImage() {
  const memory = new Blob([await readFile(await getDatabaseImage())])
  return { database: await openDatabase({ memory }), remove: async () => {} }
}

async function copyTemplate(server: string) {
  const name = `futureworld_test_${randomUUID().slice(0, 8)}`
  await runOnServer(server, `create database ${name} template ${await getDatabaseTemplate(server)}`)
  return {
    database: await openDatabase({ url: databaseAddress(server, name), statementTimeoutMs: 300_000 }),
    remove: async () => void (await runOnServer(server, `drop database ${name} with (force)`)),
  }
}
