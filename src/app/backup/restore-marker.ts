import { existsSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { lockDirectory } from '#platform/server/db/data-directory.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import type { Config } from '../config/config.ts'
import { replaceFile } from './durable-file.ts'
import { Ledger } from './ledger.ts'
import { openOperatorConnection } from './operator-connection.ts'
import { RESTORE_MARKER_TABLE } from './table-checksums.ts'

/** Marks a data directory whose database moved to a server. Without it, two sites could continue from the same data. */
const movedMarkerFile = (directory: string) => join(directory, 'moved-to-postgresql.txt')

export async function markMoved(directory: string, now: Date): Promise<void> {
  await replaceFile(movedMarkerFile(directory), `${now.toISOString()}\n`)
}

/** @throws StartRefused if the directory's database has moved to a server */
export function requireNotMoved(directory: string): void {
  const file = movedMarkerFile(directory)
  if (!existsSync(file)) return
  throw new StartRefused(
    `The data in ${directory} was moved to PostgreSQL on ${readFileSync(file, 'utf8').trim()}. Set DATABASE_URL. To keep using the old data, delete ${file}.`,
  )
}

/** Exists from before the first row is written until the restored data is settled, even if the process dies. */
export const RestoreMarker = z.object({
  step: z.enum(['writing', 'settling']),
  /** The time of the backup, or null if the data was restored by other means. */
  takenAt: z.iso.datetime().nullable(),
  /** The folder that keeps the replaced embedded database. */
  kept: z.string().optional(),
  /** Merges the given ledgers with the replaced database's own, which may exist nowhere else. */
  ledger: Ledger,
})
export type RestoreMarker = z.infer<typeof RestoreMarker>

export type RestoreMarkerStore = {
  find: () => Promise<RestoreMarker | undefined>
  put: (marker: RestoreMarker) => Promise<void>
  remove: () => Promise<void>
}

/** Kept in the database, so that processes on other machines see it too. */
export function serverMarkerStore(client: Pick<pg.ClientBase, 'query'>): RestoreMarkerStore {
  return {
    async find() {
      const { rows: tables } = await client.query('select to_regclass($1) is not null as there', [RESTORE_MARKER_TABLE])
      if (!tables[0]?.there) return undefined
      const { rows } = await client.query(`select mark from ${RESTORE_MARKER_TABLE}`)
      return RestoreMarker.parse(rows[0]?.mark)
    },
    async put(marker) {
      await client.query(
        `create table if not exists ${RESTORE_MARKER_TABLE} (is_only boolean primary key default true, mark jsonb not null)`,
      )
      await client.query(
        `insert into ${RESTORE_MARKER_TABLE} (mark) values ($1) on conflict (is_only) do update set mark = excluded.mark`,
        [JSON.stringify(marker)],
      )
    },
    async remove() {
      await client.query(`drop table if exists ${RESTORE_MARKER_TABLE}`)
    },
  }
}

/** Kept next to the embedded database's folder, because a restore replaces that folder as a whole. */
export function directoryMarkerStore(directory: string): RestoreMarkerStore {
  const file = join(directory, 'restoring.json')
  return {
    async find() {
      return existsSync(file) ? RestoreMarker.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined
    },
    async put(marker) {
      // Throws if another process uses the directory, because its database must not be marked.
      lockDirectory(directory)()
      await replaceFile(file, `${JSON.stringify(marker, null, 2)}\n`)
    },
    remove: () => rm(file, { force: true }),
  }
}

export async function withRestoreMarker<Result>(
  { databaseUrl, databaseListenUrl, dataDirectory }: Config,
  work: (store: RestoreMarkerStore) => Promise<Result>,
): Promise<Result> {
  const url = databaseListenUrl ?? databaseUrl
  if (!url) return work(directoryMarkerStore(dataDirectory))
  const client = await openOperatorConnection(url)
  return work(serverMarkerStore(client)).finally(() => client.end())
}

/** @throws StartRefused if a restore started and did not finish */
export async function requireFinishedRestore({ find }: RestoreMarkerStore): Promise<void> {
  const marker = await find()
  if (marker) throw new StartRefused(instructions[marker.step])
}

const instructions = {
  writing:
    'A restore was interrupted while it wrote: the data isn’t complete. Stop every process of the site and run the same futureworld restore again.',
  settling:
    'A restore was interrupted before the data was settled. Stop every process of the site and run futureworld restore --in-place with the ledger.',
} satisfies Record<RestoreMarker['step'], string>
