import { randomUUID } from 'node:crypto'
import { databaseAddress, getDatabaseTemplate, runOnServer } from './database-image.ts'
import type { TestApp } from './start-app.ts'

export const server = process.env.TEST_DATABASE_URL ?? ''

/** How many queries on this database are waiting for a lock. */
export async function countWaiting({ rows }: Pick<TestApp, 'rows'>): Promise<number> {
  const [row] = await rows(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return row.count
}

/** Creates a database for separate processes, either empty or with the current tables. */
export async function makeDatabase({ isEmpty = false, owner = 'default' } = {}) {
  if (!server) throw new Error('This needs a database server: npm run test:full')
  const name = `futureworld_processes_${randomUUID().slice(0, 8)}`
  const template = isEmpty ? 'template0' : await getDatabaseTemplate(server)
  await runOnServer(server, `create database ${name} template ${template} owner ${owner}`)
  return {
    name,
    url: databaseAddress(server, name),
    drop: async () => void (await runOnServer(server, `drop database ${name} with (force)`)),
  }
}
