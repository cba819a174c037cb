import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { replaceFile } from '#platform/server/backup/write-file.ts'
import { lockDirectory } from '#platform/server/db/directory-lock.ts'
import { RESTORE_MARK } from '#platform/server/db/measure-tables.ts'
import { connectPatiently } from '#platform/server/db/patient-connection.ts'
import { StartRefused } from '#platform/server/start-refused.ts'
import type { Config } from '../config.ts'
import { Ledger } from './ledger.ts'

/** Stands where data is restored from before its first row until it is settled, and outlives whoever writes. */
const RestoreMark = z.object({
  step: z.enum(['writing', 'settling']),
  /** The moment of the backup. Null where the data was brought back by other means. */
  takenAt: z.iso.datetime().nullable(),
  /** Where the embedded database is that is replaced. */
  kept: z.string().optional(),
  /** What the restore was given, and what the database knew that is replaced: nobody else may know it any more. */
  ledger: Ledger,
})
export type RestoreMark = z.infer<typeof RestoreMark>

export type MarkPlace = {
  find: () => Promise<RestoreMark | undefined>
  put: (mark: RestoreMark) => Promise<void>
  remove: () => Promise<void>
}

/** In the database itself: processes on other machines see it too. */
export function markOnServer(client: Pick<pg.ClientBase, 'query'>): MarkPlace {
  return {
    async find() {
      const { rows: found } = await client.query('select to_regclass($1) is not null as there', [RESTORE_MARK])
      if (!found[0]?.there) return undefined
      const { rows } = await client.query(`select mark from ${RESTORE_MARK}`)
      return RestoreMark.parse(rows[0]?.mark)
    },
    async put(mark) {
      await client.query(
        `create table if not exists ${RESTORE_MARK} (is_only boolean primary key default true, mark jsonb not null)`,
      )
      await client.query(
        `insert into ${RESTORE_MARK} (mark) values ($1) on conflict (is_only) do update set mark = excluded.mark`,
        [JSON.stringify(mark)],
      )
    },
    async remove() {
      await client.query(`drop table if exists ${RESTORE_MARK}`)
    },
  }
}

/** Beside the embedded database, whose folder comes and goes as a whole. */
export function markInDirectory(directory: string): MarkPlace {
  const file = join(directory, 'restoring.json')
  return {
    async find() {
      return existsSync(file) ? RestoreMark.parse(JSON.parse(await readFile(file, 'utf8'))) : undefined
    },
    async put(mark) {
      // Whoever has the directory has a database that no restore is to mark.
      lockDirectory(directory)()
      await replaceFile(file, `${JSON.stringify(mark, null, 2)}\n`)
    },
    remove: () => rm(file, { force: true }),
  }
}

export async function withMark<Result>(
  { databaseUrl, databaseListenUrl, dataDirectory }: Config,
  work: (place: MarkPlace) => Promise<Result>,
): Promise<Result> {
  const url = databaseListenUrl ?? databaseUrl
  if (!url) return work(markInDirectory(dataDirectory))
  const client = await connectPatiently(url)
  return work(markOnServer(client)).finally(() => client.end())
}

/** @throws StartRefused where a restore was begun and not ended */
export async function refuseUnfinished({ find }: MarkPlace): Promise<void> {
  const mark = await find()
  if (mark) throw new StartRefused(whatToDo[mark.step])
}

const whatToDo = {
  writing:
    'A restore was interrupted while it wrote: the data is not whole. Stop every process of the site and run the same npm run restore again.',
  settling:
    'A restore was interrupted before the data was settled. Stop every process of the site and run npm run restore -- --in-place with the ledger.',
} satisfies Record<RestoreMark['step'], string>
