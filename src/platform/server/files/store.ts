import './tables.ts'
import { sql } from 'kysely'
import type { StoredFile } from '../../shared/upload-rules.ts'
import type { Db } from '../db/tables.ts'

type NewFile = StoredFile & { storedAt: Date; sha256: string; place?: string; key?: string }

export async function insertFile(tx: Db, file: NewFile): Promise<string> {
  const row = await tx.insertInto('storedFile').values(file).returning('id').executeTakeFirstOrThrow()
  return row.id
}

export async function insertChunks(tx: Db, fileId: string, chunks: AsyncIterable<Buffer>): Promise<void> {
  let number = 0
  for await (const content of chunks) {
    await tx.insertInto('filePiece').values({ fileId, number, content }).execute()
    number += 1
  }
}

/** Includes the content's storage; null is the database. */
export type LocatedFile = StoredFile & { id: string; place: string | null; key: string | null; sha256: string | null }

export async function findFile(db: Db, fileId: string): Promise<LocatedFile | undefined> {
  return db
    .selectFrom('storedFile')
    .where('id', '=', fileId)
    .select(['id', 'name', 'type', 'size', 'place', 'key', 'sha256'])
    .executeTakeFirst()
}

/** Describes several files, by id. */
export async function describeFiles(db: Db, fileIds: string[]): Promise<Map<string, StoredFile>> {
  if (fileIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('storedFile')
    .where('id', '=', sql<string>`any(${fileIds})`)
    .select(['id', 'name', 'type', 'size'])
    .execute()
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}

/** Returns the total size in bytes. */
export async function sumSizes(db: Db, fileIds: string[]): Promise<number> {
  const { size } = await db
    .selectFrom('storedFile')
    .where('id', '=', sql<string>`any(${fileIds})`)
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('size'))
    .executeTakeFirstOrThrow()
  return size
}

export async function findChunk(db: Db, fileId: string, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('filePiece')
    .where('fileId', '=', fileId)
    .where('number', '=', number)
    .select('content')
    .executeTakeFirst()
  return row?.content
}

/** Deletes files with their pieces. Content outside the database is removed soon after (`deleteOrphanedFiles`). */
export async function deleteFiles(tx: Db, fileIds: string[]): Promise<void> {
  await tx.deleteFrom('storedFile').where('id', '=', sql<string>`any(${fileIds})`).execute()
}
