import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '../error-code.ts'
import { StartRefused } from '../operator-errors.ts'

const folder = new URL('../../../../migrations/', import.meta.url)

// A number that no other lock uses, so that processes starting together migrate one after the other.
const MIGRATION_LOCK = 7_101_301

// A large table, or waiting for another process to migrate, can take longer than a request's time limit.
const slowQueries = { query_timeout: 3_600_000 }

/** Applies new migrations. An applied migration must never change, so its checksum is compared. */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect()
  try {
    await requireUnicodeLocale(client)
    await client.query('set statement_timeout = 0')
    await client.query({ text: 'select pg_advisory_lock($1)', values: [MIGRATION_LOCK], ...slowQueries })
    await client.query(
      'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    )
    const applied = await readAppliedMigrations(client)
    const migrations = await readMigrations()
    requireBaseline(applied, migrations)
    const newlyApplied: string[] = []
    for (const migration of migrations) {
      const checksum = applied.get(migration.name)
      if (checksum === undefined) {
        await runMigration(client, migration)
        newlyApplied.push(migration.name)
      } else if (checksum !== migration.checksum) {
        throw new StartRefused(
          `The migration ${migration.name} was changed after it ran. Restore the original and put your change in a new migration.`,
        )
      }
    }
    return newlyApplied
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    await client.query('reset statement_timeout').catch(() => {})
    client.release()
  }
}

/** The locale C folds case only in ASCII, so a search for "álv" would not find Álvarez. */
async function requireUnicodeLocale(client: pg.PoolClient) {
  const { rows } = await client.query<{ isKnown: boolean }>(`select lower('Á') = 'á' as "isKnown"`)
  if (rows[0]?.isKnown) return
  throw new StartRefused(
    'The database doesn’t support characters beyond ASCII. Recreate it with a locale that does, for example: ' +
      'createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 futureworld',
  )
}

/** A database created before the baseline has different tables: docs/decisions/0035-baseline-schema.md. */
function requireBaseline(applied: Map<string, string>, [first]: Migration[]) {
  if (applied.size === 0 || (first && applied.has(first.name))) return
  throw new StartRefused(
    'The database was created by an early version that can’t be upgraded. Move its folder away (DATA_DIR, or ' +
      './data by default), or set DATABASE_URL to an empty database and DATA_DIR to an empty folder. Then start again.',
  )
}

type Migration = { name: string; sql: string; checksum: string }

/** Reads this version's migrations in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

async function readAppliedMigrations(client: pg.PoolClient): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

/**
 * A migration waiting for a table lock blocks every later query on that table. The old version is still serving
 * requests, so the migration gives up quickly and tries again.
 */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_ATTEMPTS = 100
/** A lock timeout, or a deadlock that PostgreSQL resolved by aborting one of the transactions. */
const inUseCodes = ['55P03', '40P01']

async function runMigration(client: pg.PoolClient, migration: Migration) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryMigration(client, migration)
    } catch (error) {
      const isInUse = inUseCodes.includes(errorCode(error) ?? '')
      if (!isInUse || attempt === LOCK_ATTEMPTS) throw error
      await setTimeout(Math.random() * LOCK_TIMEOUT_MS)
    }
  }
}

async function tryMigration(client: pg.PoolClient, { name, sql, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query({ text: sql, ...slowQueries })
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
