import type pg from 'pg'

/** Two tables with equal checksums hold the same rows. */
export type TableChecksum = {
  table: string
  rows: number
  /** The sum of all row hashes, which does not depend on row order. */
  checksum: string
  /** The sum of each money column by currency, in minor units, under keys such as `GBP total`. */
  sums: Record<string, string>
}

/** Number columns that are not money, in tables that also have a currency. */
const NOT_MONEY = /(version|basis_points|days)$/

/** This table exists only during a restore and is never part of a backup. */
export const RESTORE_MARKER_TABLE = 'public.restore_mark'

/** Not part of a backup. The time of a backup is recorded only after the backup has been made. */
const excludedTables = ['public.last_backup', RESTORE_MARKER_TABLE]

/**
 * Counts and checksums every table, including the job queue. The connection needs the text settings that `withSnapshot`
 * and `withTransaction` make, because they decide a row's text and hash. Unlogged tables are left out, because a backup
 * does not include their rows.
 */
export async function computeChecksums(client: pg.ClientBase): Promise<TableChecksum[]> {
  const checksums: TableChecksum[] = []
  for (const table of (await listTables(client)).filter(({ name }) => !excludedTables.includes(name))) {
    const { rows } = await client.query<{ rows: number; checksum: string }>(checksumQuery(table))
    const counted = { table: table.name, rows: rows[0]?.rows ?? 0, checksum: rows[0]?.checksum ?? '0', sums: {} }
    checksums.push({ ...counted, sums: await sumMoney(client, table) })
  }
  return checksums
}

export type Table = { name: string; columns: Column[] }
type Column = { name: string; type: string; isGenerated: boolean }

/** Lists all tables outside PostgreSQL's own schemas, sorted by name. */
export async function listTables(client: pg.ClientBase, { includesUnlogged = false } = {}): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', schema.nspname, class.relname) as name,
       json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, null),
         'isGenerated', attgenerated <> '') order by attname) as columns
     from pg_class class
     join pg_namespace schema on schema.oid = class.relnamespace
     join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
     where class.relkind = 'r' and schema.nspname !~ '^(pg_|information_schema$)' and class.relpersistence = any($1)
     group by schema.nspname, class.relname order by 1`,
    [includesUnlogged ? ['p', 'u'] : ['p']],
  )
  return rows
}

// Sorts columns by name, because a migrated table may have them in a different order from a new one.
function checksumQuery({ name, columns }: Table): string {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`
  const hash = `encode(substr(sha256(convert_to(${row}, 'UTF8')), 1, 8), 'hex')`
  return `select count(*) as rows, coalesce(sum(('x' || ${hash})::bit(64)::bigint), 0)::text as checksum from ${name}`
}

async function sumMoney(client: pg.ClientBase, { name, columns }: Table): Promise<Record<string, string>> {
  const moneyColumns = columns.filter(
    (column) => /^(integer|bigint)$/.test(column.type) && !NOT_MONEY.test(column.name),
  )
  if (moneyColumns.length === 0 || !columns.some((column) => column.name === 'currency')) return {}
  const sums = moneyColumns.map((column) => `sum(${column.name})::text as ${column.name}`).join(', ')
  const { rows } = await client.query(`select currency, ${sums} from ${name} group by currency order by currency`)
  return Object.fromEntries(
    rows.flatMap(({ currency, ...columnSums }) =>
      Object.entries(columnSums).map(([column, sum]) => [`${currency} ${column}`, String(sum ?? 0)]),
    ),
  )
}

export type Difference = { table: string; what: string; expected: string; found: string }

export function compareChecksums(expected: TableChecksum[], actual: TableChecksum[]): Difference[] {
  const expectedByTable = new Map(expected.map((measure) => [measure.table, measure]))
  const actualByTable = new Map(actual.map((measure) => [measure.table, measure]))
  return [...new Set([...expectedByTable.keys(), ...actualByTable.keys()])].sort().flatMap((table) => {
    const pair = [comparableValues(expectedByTable.get(table)), comparableValues(actualByTable.get(table))] as const
    const [expectedValues, actualValues] = pair
    return [...new Set(pair.flatMap((each) => Object.keys(each)))].flatMap((aspect) =>
      expectedValues[aspect] === actualValues[aspect]
        ? []
        : [
            {
              table,
              what: aspect,
              expected: expectedValues[aspect] ?? 'nothing',
              found: actualValues[aspect] ?? 'nothing',
            },
          ],
    )
  })
}

function comparableValues(checksum: TableChecksum | undefined): Record<string, string> {
  if (!checksum) return {}
  return { rows: String(checksum.rows), checksum: checksum.checksum, ...checksum.sums }
}
