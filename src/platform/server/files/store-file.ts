import { randomUUID } from 'node:crypto'
import type { StoredFile } from '../../shared/upload-rules.ts'
import type { Db } from '../db/tables.ts'
import { cancelRemoval, type StoredAt, scheduleRemoval } from './removal-store.ts'
import type { Content, Files } from './storage.ts'
import { insertChunk, insertFile } from './store.ts'

/** Stores a file in the transaction of its owner's row. @returns its id, for that row */
export async function storeFile(tx: Db, file: ReceivedFile, storedAt: Date): Promise<string> {
  const { name, type, size, sha256, away, pieces } = file
  if (away && !(await cancelRemoval(tx, away))) throw new Error('A file came so late that it may be gone already')
  const id = await insertFile(tx, { name, type, size, sha256, storedAt, ...away })
  if (away) return id
  let number = 0
  for await (const piece of pieces()) {
    await insertChunk(tx, id, number, piece)
    number += 1
  }
  return id
}

/**
 * A complete, inspected upload, outside any transaction. Disposing it deletes it. With storage outside the database its
 * content is already there, and is removed if no row follows.
 */
export type ReceivedFile = StoredFile & AsyncDisposable & Content & { away: StoredAt | undefined }

/**
 * Stores content under a new key before any transaction begins.
 * @returns its location for the row, or undefined if the row holds the content
 */
export async function putInStorage(db: Db, { place, at }: Files, content: Content): Promise<StoredAt | undefined> {
  if (place === undefined) return undefined
  const away = { place, key: randomUUID() }
  await scheduleRemoval(db, away)
  await at(place).put(away.key, content)
  return away
}
