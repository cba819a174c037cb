import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** The number that changes with whatever public pages are made of, in the same transaction. */
export async function findContentVersion(db: Db): Promise<number> {
  return (await db.selectFrom('content_version').select('version').executeTakeFirstOrThrow()).version
}
