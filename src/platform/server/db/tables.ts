import type { Kysely } from 'kysely'

/**
 * Every table of the database. Each area adds its own in its tables.ts, by
 * `declare module '#platform/server/db/tables.ts' { interface Tables { … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the areas fill it
export interface Tables {}

/** A connection, or the transaction in progress: always the first argument of a store function. */
export type Db = Kysely<Tables>
