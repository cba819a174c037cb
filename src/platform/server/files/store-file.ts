import type { Db } from '../db/tables.ts'
import type { ReceivedFile } from './receive-file.ts'
import { insertFile, insertPiece } from './store.ts'

/** Keeps a file, in the transaction of what it belongs to. @returns its id, for the row that refers to it */
export async function storeFile(tx: Db, { name, type, size, pieces }: ReceivedFile, storedAt: Date): Promise<string> {
  const id = await insertFile(tx, { name, type, size, storedAt })
  let number = 0
  for await (const piece of pieces()) {
    await insertPiece(tx, id, number, piece)
    number += 1
  }
  return id
}
