import './tables.ts'
import { sql } from 'kysely'
import type { StoredFile } from '#platform/shared/stored-file.ts'
import type { Db } from '../db/tables.ts'

type NewFile = StoredFile & { storedAt: Date; sha256: string; place?: string; key?: string }

export async function insertFile(tx: Db, file: NewFile): Promise<string> {
  const { storedAt, ...described } = file
  const row = await tx
    .insertInto('stored_file')
    .values({ ...described, stored_at: storedAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export async function insertPiece(tx: Db, fileId: string, number: number, content: Buffer): Promise<void> {
  await tx.insertInto('file_piece').values({ file_id: fileId, number, content }).execute()
}

/** With where its content is: null for the database. */
export type LocatedFile = StoredFile & { id: string; place: string | null; key: string | null; sha256: string | null }

export async function findFile(db: Db, fileId: string): Promise<LocatedFile | undefined> {
  return db
    .selectFrom('stored_file')
    .where('id', '=', fileId)
    .select(['id', 'name', 'type', 'size', 'place', 'key', 'sha256'])
    .executeTakeFirst()
}

/** Of several files at once, by id. */
export async function describeFiles(db: Db, fileIds: string[]): Promise<Map<string, StoredFile>> {
  if (fileIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('stored_file')
    .where('id', '=', sql<string>`any(${fileIds})`)
    .select(['id', 'name', 'type', 'size'])
    .execute()
  return new Map(rows.map(({ id, ...file }) => [id, file]))
}

/** Bytes of several files together. */
export async function sumSizes(db: Db, fileIds: string[]): Promise<number> {
  const { size } = await db
    .selectFrom('stored_file')
    .where('id', '=', sql<string>`any(${fileIds})`)
    .select(({ fn }) => fn.coalesce(fn.sum<number>('size'), sql<number>`0`).as('size'))
    .executeTakeFirstOrThrow()
  return size
}

export async function findPiece(db: Db, fileId: string, number: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('file_piece')
    .where('file_id', '=', fileId)
    .where('number', '=', number)
    .select('content')
    .executeTakeFirst()
  return row?.content
}

/** With all their pieces; what is kept elsewhere is removed soon after (`removeContents`). */
export async function deleteFiles(tx: Db, fileIds: string[]): Promise<void> {
  await tx.deleteFrom('stored_file').where('id', '=', sql<string>`any(${fileIds})`).execute()
}
