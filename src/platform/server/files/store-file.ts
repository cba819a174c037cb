import type { Db } from '../db/tables.ts'
import type { ReceivedFile } from './receive-file.ts'
import { takeArrived } from './removal-store.ts'
import { insertFile, insertPiece } from './store.ts'

/** Keeps a file, in the transaction of what it belongs to. @returns its id, for the row that refers to it */
export async function storeFile(tx: Db, file: ReceivedFile, storedAt: Date): Promise<string> {
  const { name, type, size, sha256, away, pieces } = file
  if (away && !(await takeArrived(tx, away))) throw new Error('A file came so late that it may be gone already')
  const id = await insertFile(tx, { name, type, size, sha256, storedAt, ...away })
  if (away) return id
  let number = 0
  for await (const piece of pieces()) {
    await insertPiece(tx, id, number, piece)
    number += 1
  }
  return id
}
