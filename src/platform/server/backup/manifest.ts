import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { z } from 'zod'
import { measureTables } from '../db/measure-tables.ts'
import { listMigrations, readServerVersion } from '../db/whole-database.ts'
import { countContentsOutside } from '../files/outside-store.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8'))

/** What a backup says of itself: its first part. */
export const Manifest = z.object({
  /** 2: with contents of files that are not in the database. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** `postgresql`: an archive of pg_dump. `embedded`: the folder of the embedded database as a tar, compressed. */
  kind: z.enum(['postgresql', 'embedded']),
  takenAt: z.iso.datetime(),
  productVersion: z.string(),
  serverVersion: z.number(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({ table: z.string(), rows: z.number(), checksum: z.string(), sums: z.record(z.string(), z.string()) }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

/** @param client in a transaction that reads one state */
export async function describeData(client: pg.ClientBase, kind: Manifest['kind'], now: Date): Promise<Manifest> {
  return {
    format: (await countContentsOutside(client)) > 0 ? 2 : 1,
    kind,
    takenAt: now.toISOString(),
    productVersion: version,
    serverVersion: await readServerVersion(client),
    migrations: await listMigrations(client),
    tables: await measureTables(client),
  }
}
