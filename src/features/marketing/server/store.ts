import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Story } from '../contract.ts'

/** The number that changes with whatever public pages are made of, in the same transaction. */
export async function findContentVersion(db: Db): Promise<number> {
  return (await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version
}

export async function findStories(db: Db): Promise<Story[]> {
  const rows = await db.selectFrom('story').selectAll().orderBy('position').orderBy('title').execute()
  return rows.map(({ service_type: serviceType, is_illustrative: isIllustrative, position: _, ...told }) => ({
    ...told,
    serviceType,
    isIllustrative,
  }))
}
