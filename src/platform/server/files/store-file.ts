import { randomUUID } from 'node:crypto'
import type { StoredFile } from '../../shared/upload-rules.ts'
import type { Db } from '../db/tables.ts'
import { type ContentLocation, cancelRemoval, scheduleRemoval } from './removal-store.ts'
import type { Content, Files } from './storage.ts'
import { insertChunks, insertFile } from './store.ts'

/** Stores a file in the transaction that writes its owner's row. @returns its id, for that row */
export async function storeFile(tx: Db, file: ReceivedFile, storedAt: Date): Promise<string> {
  const { name, type, size, sha256, location, pieces } = file
  if (location && !(await cancelRemoval(tx, location)))
    throw new Error('The row came so late that the content of its file may already be deleted')
  const id = await insertFile(tx, { name, type, size, sha256, storedAt, ...location })
  if (!location) await insertChunks(tx, id, pieces())
  return id
}

/**
 * A complete, inspected upload, outside any transaction. Disposing it deletes it. With storage outside the database its
 * content is already there, and is removed if no row follows.
 */
export type ReceivedFile = StoredFile & AsyncDisposable & Content & { location: ContentLocation | undefined }

/**
 * Stores content under a new key before any transaction begins.
 * @returns its location for the row, or undefined if the row holds the content
 */
export async function putInStorage(
  db: Db,
  { place, storageAt }: Files,
  content: Content,
): Promise<ContentLocation | undefined> {
  if (place === undefined) return undefined
  const location = { place, key: randomUUID() }
  await scheduleRemoval(db, location)
  await storageAt(place).put(location.key, content)
  return location
}
