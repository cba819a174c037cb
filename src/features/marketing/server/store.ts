import './tables.ts'
import { listNextFreeDays } from '#features/bookings/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { companyYear } from '#platform/shared/calendar.ts'

/**
 * Identifies the content of all public pages, so that outdated cached pages can be detected. Includes the year in the
 * footer, and the days on which consultants are free.
 */
export async function readContentVersion({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string> {
  const freeDays = await listNextFreeDays({ db, now })
  const days = freeDays.map(({ consultantId, day }) => `${consultantId} ${day}`)
  return [`${await findContentVersion(db)} of ${companyYear(now())}`, ...days].join(', ')
}

/** Triggers raise this number within the transaction that changes public content. */
async function findContentVersion(db: Db): Promise<number> {
  return (await db.selectFrom('contentVersion').select('version').executeTakeFirstOrThrow()).version
}
