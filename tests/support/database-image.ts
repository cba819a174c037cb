import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { seedDatabase } from '#app/server/seed-database.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, openDatabase } from '#platform/server/db/open-database.ts'
import { openQueueContext } from './queue-context.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where each test's database comes from: a file to load, or a database of a server to copy. */
    databaseImage: { file: string } | { server: string; template: string }
  }
}

/** Once a run: migrate and seed a database, from which every test starts. */
export default async function setup(project: TestProject) {
  const server = process.env.TEST_DATABASE_URL
  const image = server ? await makeTemplate(server) : await makeFile()
  project.provide('databaseImage', image.provided)
  return image.remove
}

async function makeFile() {
  const database = await openDatabase({ memory: 'empty' })
  await fill(database)
  const image = await database.saveImage?.()
  if (!image) throw new Error('The embedded database gave no image of itself')
  const file = join(tmpdir(), `futureworld-tests-${process.pid}.tar`)
  await writeFile(file, Buffer.from(await image.arrayBuffer()))
  await database.close()
  return { provided: { file }, remove: () => rm(file, { force: true }) }
}

async function makeTemplate(server: string) {
  const template = `futureworld_tests_${process.pid}`
  await runOnServer(server, `create database ${template}`)
  const database = await openDatabase({ url: databaseAddress(server, template) })
  await fill(database)
  await database.close()
  return { provided: { server, template }, remove: () => runOnServer(server, `drop database ${template} with (force)`) }
}

async function fill(database: Database) {
  await migrate(database.pool)
  const { runner, context } = await openQueueContext(database)
  await seedDatabase(context)
  await runner.stop()
}

export async function runOnServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

export function databaseAddress(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
