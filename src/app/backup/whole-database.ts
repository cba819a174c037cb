import type pg from 'pg'
import { listTables } from './table-checksums.ts'

/** Returns PostgreSQL's version number, such as 150019. */
export async function readServerVersion(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int as version`,
  )
  return rows[0]?.version ?? 0
}

/** Lists the applied migrations in order, or none if there is no migration table. */
export async function listMigrations(
  client: Pick<pg.ClientBase, 'query'>,
): Promise<{ name: string; checksum: string }[]> {
  const { rows: migrationTables } = await client.query(
    `select 1 from pg_class where oid = to_regclass('public.schema_migration')`,
  )
  if (migrationTables.length === 0) return []
  return (await client.query('select name, checksum from public.schema_migration order by name')).rows
}

export async function isDatabaseEmpty(client: pg.ClientBase): Promise<boolean> {
  return (await listTables(client, { includesUnlogged: true })).length === 0
}

/** Counts other connections of the same user, such as site processes or a pooler. */
export async function countOtherConnections(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and usename = current_user and pid <> pg_backend_pid() and leader_pid is null`,
  )
  return rows[0]?.count ?? 0
}

/** Drops all our schemas with everything in them, and recreates the empty `public` schema. */
export async function emptyDatabase(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(nspname) as name from pg_namespace where nspname !~ '^(pg_|information_schema$)'`,
  )
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`)
  await client.query('create schema public')
}
