import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'

/** More than a consultancy of this size will ever have. */
const MOST = 100

const profiles = (db: Db) =>
  db
    .selectFrom('account')
    .leftJoin('consultant', 'consultant.account_id', 'account.id')
    .where('account.role', '=', 'consultant')
    .where('account.deleted_at', 'is', null)
    .select(['account.id as accountId', 'first_name as firstName', 'last_name as lastName'])
    .select(['account.disabled_at as disabledAt', 'display_name as displayName', 'job_title as jobTitle', 'summary'])
    .select(['languages', 'services', 'position', 'published_at as publishedAt', 'consultant.version'])

export type ProfileRow = Awaited<ReturnType<ReturnType<typeof profiles>['executeTakeFirstOrThrow']>>

export async function listProfileRows(db: Db) {
  return profiles(db)
    .select(sql<boolean>`picture_hash is not null`.as('hasPicture'))
    .orderBy('position')
    .orderBy('first_name')
    .orderBy('account.id')
    .limit(MOST)
    .execute()
}

export async function findProfileRow(db: Db, accountId: string) {
  return profiles(db)
    .where('account.id', '=', accountId)
    .select(['picture', 'picture_type as pictureType'])
    .executeTakeFirst()
}

/** Whoever writes the same entry waits here until the other one is done, also where there is none yet. */
export async function lockConsultantAccount(tx: Db, accountId: string): Promise<void> {
  await tx.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().executeTakeFirst()
}

type NewProfile = {
  displayName: string
  jobTitle: string | null
  summary: string
  languages: string[]
  services: ServiceType[]
  position: number
  publishedAt: Date | null
  /** null: the one there is. */
  picture: { content: Buffer; contentType: string } | null
}

export async function writeProfile(tx: Db, accountId: string, { picture, ...profile }: NewProfile): Promise<void> {
  const columns = {
    display_name: profile.displayName,
    job_title: profile.jobTitle,
    summary: profile.summary,
    languages: profile.languages,
    services: profile.services,
    position: profile.position,
    published_at: profile.publishedAt,
    ...(picture && { picture: picture.content, picture_type: 'image/webp' as const }),
  }
  // Not inserted first: a row without its picture is none that may be shown, even where it only gives way to another.
  const updated = await tx
    .updateTable('consultant')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (updated.numUpdatedRows > 0n) return
  await tx
    .insertInto('consultant')
    .values({ account_id: accountId, picture: null, picture_type: null, ...columns })
    .execute()
}
