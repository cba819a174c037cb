import type { Kysely } from 'kysely'
import type { DB } from './schema.ts'

/**
 * The types of columns that allow less than their SQL type, such as one of a few words. Each area declares its own
 * types in its tables.ts with `declare module '#platform/server/db/tables.ts' { interface ColumnTypes { … } }`.
 * @public
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface ColumnTypes {}

type Columns<Schema, Types> = Omit<Schema, keyof Types> & Types

type AllTables = {
  [Table in keyof DB]: Table extends keyof ColumnTypes ? Columns<DB[Table], ColumnTypes[Table]> : DB[Table]
}

/** Every table in the database. Its columns are named in the migrations, which schema.ts is generated from. */
export interface Tables extends AllTables {}

/** A connection or an open transaction, always the first argument of a store function. */
export type Db = Kysely<Tables>
