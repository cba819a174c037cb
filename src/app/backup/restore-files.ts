import type pg from 'pg'
import type { Database } from '#platform/server/db/open-database.ts'
import { deleteAllRemovals, listExternalContents } from '#platform/server/files/external-store.ts'
import { contentInMemory, replaceFileContent, requireSameContent } from '#platform/server/files/move-files.ts'
import type { Files } from '#platform/server/files/storage.ts'
import { findFile } from '#platform/server/files/store.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import type { OpenBackup } from './archive.ts'
import type { Difference } from './table-checksums.ts'

/**
 * Writes a backup's file contents to the configured storage, which may be the database, under new keys. Other storage
 * is left untouched.
 * @throws CommandRefused if a file's content does not match its row
 */
export async function restoreFiles(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  files: Files,
  { contents }: Pick<OpenBackup, 'contents'>,
): Promise<void> {
  await deleteAllRemovals(pool)
  for await (const { id, content } of contents) {
    // The backup was made without this content. Opening the file will report it as missing.
    if (!content) continue
    const file = await findFile(db, id)
    if (!file) throw new CommandRefused(`The backup contains a file ${id} with no matching row.`)
    const incoming = contentInMemory(content)
    requireSameContent(file, incoming)
    await replaceFileContent({ db, files }, file, incoming, { isOldRemoved: false })
  }
}

/** Call this before restoring anything. @throws CommandRefused if files exist or the storage is unreachable */
export async function requireEmptyStorage({ place, storageAt }: Files): Promise<void> {
  if (place === undefined || (await storageAt(place).isEmpty())) return
  throw new CommandRefused(
    `There are files in ${place}. Set FILES_STORE to an empty folder or another prefix. The files there now won’t change.`,
  )
}

/** Compares the file contents in the backup with the restored rows that reference them. */
export async function compareFiles(
  client: pg.ClientBase,
  { contents }: Pick<OpenBackup, 'contents'>,
): Promise<Difference[]> {
  const expected = new Map((await listExternalContents(client)).map((file) => [file.id, file]))
  const actual = new Map<string, string>()
  for await (const { id, content } of contents)
    actual.set(id, content ? contentInMemory(content).sha256 : 'missing when the backup was made')
  return [...new Set([...expected.keys(), ...actual.keys()])].flatMap((id) => {
    const [expectedHash, actualHash] = [expected.get(id)?.sha256 ?? 'no row', actual.get(id) ?? 'nothing']
    return expectedHash === actualHash
      ? []
      : [{ table: 'stored_file', what: `content of ${id}`, expected: expectedHash, found: actualHash }]
  })
}
