import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/server/db/migrate.ts'
import { type Database, type DatabaseSource, openDatabase } from '#platform/server/db/open-database.ts'

// An empty database after all migrations, in each form that tests start from. Cached until a migration changes.

const folder = 'node_modules/.cache/futureworld'

/** @returns a file from which an embedded database can be loaded */
export function getDatabaseImage(): Promise<string> {
  return makeOnce('image', async (file) => {
    const image = await withMigrated({ memory: 'empty' }, (database) => database.saveImage?.())
    if (!image) throw new Error('The embedded database returned no image')
    await writeFile(file, Buffer.from(await image.arrayBuffer()))
  })
}

/** @returns a data directory with an embedded database, which callers copy */
export function getDataDirectory(): Promise<string> {
  return makeOnce('directory', async (directory) => {
    await withMigrated({ directory }, async () => {})
    await rm(join(directory, 'lock.sqlite'))
  })
}

async function withMigrated<Result>(source: DatabaseSource, work: (database: Database) => Result) {
  const database = await openDatabase(source)
  await migrate(database.pool)
  return Promise.resolve(work(database)).finally(database.close)
}

async function makeOnce(kind: string, make: (file: string) => Promise<void>): Promise<string> {
  const name = `${kind}-${await hashMigrations()}`
  const file = join(folder, name)
  if (existsSync(file)) return file
  await mkdir(folder, { recursive: true })
  // Give the result its name only once it is complete, because several workers may make it at the same time.
  const incomplete = join(folder, `part-${randomUUID()}`)
  await make(incomplete)
  await rename(incomplete, file).catch(() => rm(incomplete, { recursive: true }))
  const outdated = (await readdir(folder)).filter((entry) => entry.startsWith(`${kind}-`) && entry !== name)
  await Promise.all(outdated.map((entry) => rm(join(folder, entry), { recursive: true, force: true })))
  return file
}

const TEMPLATE_LOCK = 7_101_309

/** @returns the name of a template database on the server */
export async function getDatabaseTemplate(server: string): Promise<string> {
  const template = `futureworld_template_${await hashMigrations()}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    const { rowCount } = await client.query('select from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      const unfinished = `${template}_unfinished`
      await client.query(`drop database if exists ${unfinished}`)
      await client.query(`create database ${unfinished}`)
      await withMigrated({ url: databaseAddress(server, unfinished) }, async () => {})
      await client.query(`alter database ${unfinished} rename to ${template}`)
    }
  } finally {
    await client.end()
  }
  return template
}

/** The hash includes the version of the embedded database, because its file format may change. */
async function hashMigrations(): Promise<string> {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const hash = createHash('sha256').update(dependencies['@electric-sql/pglite'])
  for (const name of (await readdir('migrations')).sort()) hash.update(await readFile(join('migrations', name)))
  return hash.digest('hex').slice(0, 16)
}

export async function runOnServer(server: string, statement: string) {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  return (await client.query(statement).finally(() => client.end())).rows
}

export function databaseAddress(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}
