import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { z } from 'zod'
import { countExternalContents } from '#platform/server/files/external-store.ts'
import { computeChecksums } from './table-checksums.ts'
import { listMigrations, readServerVersion } from './whole-database.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** The first part of a backup, which describes the backup. */
export const Manifest = z.object({
  /** Format 2 includes file contents stored outside the database. */
  format: z.union([z.literal(1), z.literal(2)]),
  /** `postgresql` is a pg_dump archive. `embedded` is a gzipped tar of the embedded database's folder. */
  kind: z.enum(['postgresql', 'embedded']),
  takenAt: z.iso.datetime(),
  productVersion: z.string(),
  serverVersion: z.number(),
  /** Backups made by early versions list only names; no version since the baseline can restore them. */
  migrations: z
    .array(z.object({ name: z.string(), checksum: z.string() }))
    .or(z.array(z.string()).transform((): { name: string; checksum: string }[] => [])),
  tables: z.array(
    z.object({ table: z.string(), rows: z.number(), checksum: z.string(), sums: z.record(z.string(), z.string()) }),
  ),
})
export type Manifest = z.infer<typeof Manifest>

/** @param client inside a transaction with one consistent snapshot */
export async function createManifest(client: pg.ClientBase, kind: Manifest['kind'], now: Date): Promise<Manifest> {
  return {
    format: (await countExternalContents(client)) > 0 ? 2 : 1,
    kind,
    takenAt: now.toISOString(),
    productVersion: version,
    serverVersion: await readServerVersion(client),
    migrations: await listMigrations(client),
    tables: await computeChecksums(client),
  }
}
