import type pg from 'pg'
import type { OpenBackup } from '#platform/server/backup/pack-backup.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Difference } from '#platform/server/db/measure-tables.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Files } from '#platform/server/files/file-place.ts'
import { forgetAllRemovals, listContentsOutside } from '#platform/server/files/outside-store.ts'
import { inMemory, placeContent, requireSame } from '#platform/server/files/relocate-file.ts'
import { findFile } from '#platform/server/files/store.ts'

/**
 * Writes the contents of a backup to where the configuration keeps files now, which may be the database, under new keys.
 * What other places hold is left alone.
 * @throws CommandRefused where one is not what its row says
 */
export async function restoreContents(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  files: Files,
  { contents }: Pick<OpenBackup, 'contents'>,
): Promise<void> {
  await forgetAllRemovals(pool)
  for await (const { id, content } of contents) {
    // The backup was made without it: opening the file will say that it is missing.
    if (!content) continue
    const file = await findFile(db, id)
    if (!file) throw new CommandRefused(`The backup has the content of a file ${id} of which it has no row.`)
    const held = inMemory(content)
    requireSame(file, held)
    await placeContent({ db, files }, file, held, { isOldRemoved: false })
  }
}

/** Before anything is restored. @throws CommandRefused where something is in the way, or the place is away */
export async function refuseFilledPlace({ place, at }: Files): Promise<void> {
  if (place === undefined || (await at(place).isEmpty())) return
  throw new CommandRefused(
    `There are files in ${place}. Name an empty folder or another prefix in FILES_STORE: what is there now stays as it is.`,
  )
}

/** Whether every content that rows of a restored database stand for is in the backup, as it was stored. */
export async function compareContents(
  client: pg.ClientBase,
  { contents }: Pick<OpenBackup, 'contents'>,
): Promise<Difference[]> {
  const expected = new Map((await listContentsOutside(client)).map((file) => [file.id, file]))
  const found = new Map<string, string>()
  for await (const { id, content } of contents)
    found.set(id, content ? inMemory(content).sha256 : 'missing when the backup was made')
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((id) => {
    const [those, these] = [expected.get(id)?.sha256 ?? 'no row', found.get(id) ?? 'nothing']
    return those === these ? [] : [{ table: 'stored_file', what: `content of ${id}`, expected: those, found: these }]
  })
}
