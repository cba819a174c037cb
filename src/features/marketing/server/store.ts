import './tables.ts'
import { listNextFreeDays, listServiceRatings } from '#features/bookings/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { companyYear } from '#platform/shared/calendar.ts'

/**
 * Identifies the content of all public pages, so that outdated cached pages can be detected. Includes the year in the
 * footer, the days on which consultants are free, and what members think of each service.
 */
export async function readContentVersion({ db, now }: Pick<Context, 'db' | 'now'>): Promise<string> {
  const freeDays = await listNextFreeDays({ db, now })
  const ratings = await listServiceRatings({ db, now })
  return [
    `${await findContentVersion(db)} of ${companyYear(now())}`,
    ...freeDays.map(({ consultantId, day }) => `${consultantId} ${day}`),
    ...ratings.map(({ serviceType, average, count }) => `${serviceType} ${average} ${count}`),
  ].join(', ')
}

/** Triggers raise this number within the transaction that changes public content. */
async function findContentVersion(db: Db): Promise<number> {
  return (await db.selectFrom('contentVersion').select('version').executeTakeFirstOrThrow()).version
}
