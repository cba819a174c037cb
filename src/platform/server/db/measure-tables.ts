import type pg from 'pg'

/** What is compared of a table: two that are measured alike hold the same rows. */
export type TableMeasure = {
  table: string
  rows: number
  /** The sum of a hash of every row, so that their order plays no part. */
  checksum: string
  /** Of each column of money, by currency, in its smallest unit: `GBP total`. */
  sums: Record<string, string>
}

/** Figures beside a currency that are no money. */
const NO_MONEY = /(version|basis_points|days)$/

/** Stands there while a database is restored, and in no backup. */
export const RESTORE_MARK = 'public.restore_mark'

/** Not of what a backup holds. When one was made is written once it is there: none holds its own row. */
const beside = ['public.last_backup', RESTORE_MARK]

/**
 * Counts and sums every table, of all areas and of the job queue. The connection has to have the settings of a patient
 * one: they decide how a row is written, and so its hash. Tables that a crash may empty are left out, as a backup may
 * hold them without their rows.
 */
export async function measureTables(client: pg.ClientBase): Promise<TableMeasure[]> {
  const measures: TableMeasure[] = []
  for (const table of (await listTables(client)).filter(({ name }) => !beside.includes(name))) {
    const { rows } = await client.query<{ rows: number; checksum: string }>(measureOf(table))
    const measure = { table: table.name, rows: rows[0]?.rows ?? 0, checksum: rows[0]?.checksum ?? '0', sums: {} }
    measures.push({ ...measure, sums: await sumMoney(client, table) })
  }
  return measures
}

export type Table = { name: string; columns: Column[] }
type Column = { name: string; type: string; isGenerated: boolean }

/** Every table with rows of its own, outside PostgreSQL's, by name. */
export async function listTables(client: pg.ClientBase, { isLasting = true } = {}): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select format('%I.%I', schema.nspname, class.relname) as name,
       json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, null),
         'isGenerated', attgenerated <> '') order by attname) as columns
     from pg_class class
     join pg_namespace schema on schema.oid = class.relnamespace
     join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
     where class.relkind = 'r' and schema.nspname !~ '^(pg_|information_schema$)' and class.relpersistence = any($1)
     group by schema.nspname, class.relname order by 1`,
    [isLasting ? ['p'] : ['p', 'u']],
  )
  return rows
}

// Columns by name, not by place: a table that grew by migrations may have them in another order than a new one.
function measureOf({ name, columns }: Table): string {
  const row = `row(${columns.map((column) => column.name).join(', ')})::text`
  const hash = `encode(substr(sha256(convert_to(${row}, 'UTF8')), 1, 8), 'hex')`
  return `select count(*) as rows, coalesce(sum(('x' || ${hash})::bit(64)::bigint), 0)::text as checksum from ${name}`
}

async function sumMoney(client: pg.ClientBase, { name, columns }: Table): Promise<Record<string, string>> {
  const money = columns.filter((column) => /^(integer|bigint)$/.test(column.type) && !NO_MONEY.test(column.name))
  if (money.length === 0 || !columns.some((column) => column.name === 'currency')) return {}
  const sums = money.map((column) => `sum(${column.name})::text as ${column.name}`).join(', ')
  const { rows } = await client.query(`select currency, ${sums} from ${name} group by currency order by currency`)
  return Object.fromEntries(
    rows.flatMap(({ currency, ...figures }) =>
      Object.entries(figures).map(([column, sum]) => [`${currency} ${column}`, String(sum ?? 0)]),
    ),
  )
}

export type Difference = { table: string; what: string; expected: string; found: string }

/** What two states do not have in common, a line each. */
export function compareMeasures(expected: TableMeasure[], found: TableMeasure[]): Difference[] {
  const before = new Map(expected.map((measure) => [measure.table, measure]))
  const after = new Map(found.map((measure) => [measure.table, measure]))
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((table) => {
    const figures = [figuresOf(before.get(table)), figuresOf(after.get(table))] as const
    const [those, these] = figures
    return [...new Set(figures.flatMap((each) => Object.keys(each)))].flatMap((what) =>
      those[what] === these[what]
        ? []
        : [{ table, what, expected: those[what] ?? 'nothing', found: these[what] ?? 'nothing' }],
    )
  })
}

function figuresOf(measure: TableMeasure | undefined): Record<string, string> {
  if (!measure) return {}
  return { rows: String(measure.rows), checksum: measure.checksum, ...measure.sums }
}
