import type pg from 'pg'
import type { ContentLocation } from './removal-store.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

// These queries run on a backup's or restore's connection, in its snapshot and on the tables of its version.

/** A file whose content is stored outside the database. */
export type ExternalContent = ContentLocation & { id: string; size: number; sha256: string }

export async function countExternalContents(client: Queryable): Promise<number> {
  if (!(await canHaveExternalContents(client))) return 0
  const { rows } = await client.query('select count(*) as contents from stored_file where place is not null')
  return Number(rows[0]?.contents)
}

export async function listExternalContents(client: Queryable): Promise<ExternalContent[]> {
  if (!(await canHaveExternalContents(client))) return []
  const { rows } = await client.query<ExternalContent>(
    'select id, place, key, size, sha256 from stored_file where place is not null order by id',
  )
  return rows
}

/** A backup may run before the migration that adds this table. */
async function canHaveExternalContents(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.file_removal') is not null as there",
  )
  return rows[0]?.there ?? false
}

/** A restore must not delete contents from other storage, because another site may still need them. */
export async function deleteAllRemovals(client: Queryable): Promise<void> {
  if (await canHaveExternalContents(client)) await client.query('delete from file_removal')
}
