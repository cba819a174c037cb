import type pg from 'pg'
import type { Away } from './removal-store.ts'

type Queryable = Pick<pg.ClientBase, 'query'>

// By the connection that a backup or restore has: in the state that it reads, with whatever tables there are by then.

/** Of a file whose content is not in the database. */
export type ContentOutside = Away & { id: string; size: number; sha256: string }

export async function countContentsOutside(client: Queryable): Promise<number> {
  if (!(await canBeOutside(client))) return 0
  const { rows } = await client.query('select count(*) as contents from stored_file where place is not null')
  return Number(rows[0]?.contents)
}

export async function listContentsOutside(client: Queryable): Promise<ContentOutside[]> {
  if (!(await canBeOutside(client))) return []
  const { rows } = await client.query<ContentOutside>(
    'select id, place, key, size, sha256 from stored_file where place is not null order by id',
  )
  return rows
}

/** A backup is also made of a database that is about to be brought to this version. */
async function canBeOutside(client: Queryable): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('public.file_removal') is not null as there",
  )
  return rows[0]?.there ?? false
}

/** A restore touches nothing of what other places hold: it may be all that somebody else has. */
export async function forgetAllRemovals(client: Queryable): Promise<void> {
  if (await canBeOutside(client)) await client.query('delete from file_removal')
}
