import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { StartRefused } from '../start-refused.ts'

const folder = new URL('../../../../migrations/', import.meta.url)

// Any number that nothing else locks: processes that start together migrate one after the other.
const MIGRATION_LOCK = 7_101_301

// A large table, or another process that migrates first, takes longer than a request may wait for the database.
const patient = { query_timeout: 3_600_000 }

/** Brings the schema forward. A migration that has run is never changed: its checksum is compared. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await refuseUnknownLetters(client)
    await client.query('set statement_timeout = 0')
    await client.query({ text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK], ...patient })
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await appliedMigrations(client)
    const ran: string[] = []
    for (const migration of await readMigrations()) {
      const checksum = applied.get(migration.name)
      if (checksum === undefined) {
        await runMigration(client, migration)
        ran.push(migration.name)
      } else if (checksum !== migration.checksum) {
        throw new StartRefused(
          `The migration ${migration.name} was changed after it ran. Restore it and add a new one.`,
        )
      }
    }
    return ran
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    await client.query('reset statement_timeout').catch(() => {})
    client.release()
  }
}

/** In the locale C, small and capital letters are the same in ASCII alone: nobody would find Álvarez by "álv". */
async function refuseUnknownLetters(client: pg.PoolClient) {
  const { rows } = await client.query<{ isKnown: boolean }>(`select lower('Á') = 'á' as "isKnown"`)
  if (rows[0]?.isKnown) return
  throw new StartRefused(
    'The database knows no letters beyond ASCII. Make it anew with a locale that does, such as: ' +
      'createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 futureworld',
  )
}

/** The names of all migrations that this program has. */
export async function listKnownMigrations(): Promise<string[]> {
  return (await readMigrations()).map(({ name }) => name)
}

type Migration = { name: string; sql: string; checksum: string }

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function appliedMigrations(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/**
 * Whoever waits for a table keeps all others waiting that come after: beside the version that still serves, a migration
 * that does not get its table soon steps back and tries again.
 */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_ATTEMPTS = 100
/** It waited too long; or it and another one waited for each other, which the server ends by refusing one of them. */
const inUseCodes = ['55P03', '40P01']

async function runMigration(client: pg.PoolClient, migration: Migration) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryMigration(client, migration)
    } catch (error) {
      const isInUse = error instanceof Error && 'code' in error && inUseCodes.includes(String(error.code))
      if (!isInUse || attempt === LOCK_ATTEMPTS) throw error
      await setTimeout(Math.random() * LOCK_TIMEOUT_MS)
    }
  }
}

async function tryMigration(client: pg.PoolClient, { name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query({ text: sql, ...patient })
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
