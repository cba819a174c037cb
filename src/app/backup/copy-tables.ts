import type pg from 'pg'
import { listTables, type Table } from './table-checksums.ts'

/** PostgreSQL allows at most 65,535 parameters in a statement. */
const VALUES_PER_STATEMENT = 20_000
const ROWS_PER_STATEMENT = 500
/** Used for tables with file contents, because a single row may hold megabytes. */
const LARGE_ROWS_PER_STATEMENT = 8

/**
 * Copies every row into the tables that migrations created in another database. Both connections must be in a
 * transaction. Existing rows in the target are replaced. Triggers are disabled, because they already ran when each row
 * was first written. Owning the tables is sufficient permission. Recreating the foreign keys checks every one of them.
 */
export async function copyTables(source: pg.ClientBase, target: pg.ClientBase): Promise<void> {
  const tables = await listTables(source, { includesUnlogged: true })
  requireSameTables(tables, await listTables(target, { includesUnlogged: true }))
  const names = tables.map(({ name }) => name)
  const keys = await listForeignKeys(target)
  for (const { table, name } of keys) await target.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names) await target.query(`alter table ${name} disable trigger user`)
  await target.query(`truncate ${names.join(', ')}`)
  for (const table of tables) await copyRows(source, target, table)
  await copySequences(source, target)
  for (const name of names) await target.query(`alter table ${name} enable trigger user`)
  for (const { table, name, definition } of keys) {
    await target.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
}

function requireSameTables(sourceTables: Table[], targetTables: Table[]) {
  const describeTables = (tables: Table[]) =>
    tables.map(
      ({ name, columns }) => `${name} (${columns.map((column) => `${column.name} ${column.type}`).join(', ')})`,
    )
  const targetDescriptions = new Set(describeTables(targetTables))
  const missing = describeTables(sourceTables).filter((table) => !targetDescriptions.has(table))
  if (missing.length > 0 || sourceTables.length !== targetTables.length) {
    throw new Error(`The tables are not the same on both sides: ${missing.join('; ') || targetTables.length}`)
  }
}

type ForeignKey = { table: string; name: string; definition: string }

async function listForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(pg_constraint.oid) as definition
     from pg_constraint join pg_namespace schema on schema.oid = connamespace
     where contype = 'f' and conparentid = 0 and schema.nspname !~ '^(pg_|information_schema$)'`,
  )
  return rows
}

async function copyRows(source: pg.ClientBase, target: pg.ClientBase, { name, columns }: Table) {
  const copiedColumns = columns.filter((column) => !column.isGenerated)
  const columnList = copiedColumns.map((column) => column.name).join(', ')
  const isLarge = copiedColumns.some((column) => column.type === 'bytea')
  const batchSize = isLarge
    ? LARGE_ROWS_PER_STATEMENT
    : Math.min(ROWS_PER_STATEMENT, Math.floor(VALUES_PER_STATEMENT / copiedColumns.length))
  await source.query(`declare copied_rows no scroll cursor for select ${columnList} from ${name}`)
  for (;;) {
    const { rows } = await source.query<(string | null)[]>(toTextQuery(`fetch ${batchSize} from copied_rows`))
    if (rows.length === 0) break
    const placeholders = rows.map(
      (_, row) => `(${copiedColumns.map((_, column) => `$${row * copiedColumns.length + column + 1}`).join(', ')})`,
    )
    // Identity columns keep their values, even if they are always generated.
    await target.query(
      `insert into ${name} (${columnList}) overriding system value values ${placeholders.join(', ')}`,
      rows.flat(),
    )
  }
  await source.query('close copied_rows')
}

/** Copies values as PostgreSQL's own text, so that nothing is parsed or rounded on the way. */
function toTextQuery(text: string) {
  return { text, rowMode: 'array' as const, types: { getTypeParser: () => (value: unknown) => value } }
}

async function copySequences(source: pg.ClientBase, target: pg.ClientBase) {
  const { rows } = await source.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where last_value is not null`,
  )
  for (const { name, last } of rows) await target.query('select setval($1::regclass, $2::bigint)', [name, last])
}
