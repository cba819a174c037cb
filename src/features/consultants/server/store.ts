import './tables.ts'
import { type InferResult, type Insertable, sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db, Tables } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

/** True if the `account` in a query is a consultant who may log in. */
export const isAdvising = sql<boolean>`(account.role = 'consultant' and account.disabled_at is null)`

/** A consultant's profile, published or not. */
export type ConsultantProfile = { id: string; displayName: string; services: ServiceType[]; isPublished: boolean }

export async function findConsultantProfile(db: Db, accountId: MemberId): Promise<ConsultantProfile | undefined> {
  return db
    .selectFrom('consultant')
    .where('accountId', '=', accountId)
    .select(['id', 'displayName', 'services'])
    .select(sql<boolean>`published_at is not null`.as('isPublished'))
    .executeTakeFirst()
}

/** A consultancy of this size will never have more. */
const MAX_PROFILES = 100

const selectProfiles = (db: Db) =>
  db
    .selectFrom('account')
    .leftJoin('consultant', 'consultant.accountId', 'account.id')
    .where('account.role', '=', 'consultant')
    .where('account.deletedAt', 'is', null)
    .select(['account.id as accountId', 'firstName', 'lastName'])
    .select(['account.disabledAt', 'displayName', 'jobTitle', 'summary'])
    .select(['languages', 'services', 'position', 'publishedAt', 'consultant.version'])

export type ProfileRow = InferResult<ReturnType<typeof selectProfiles>>[number]

export async function listProfileRows(db: Db) {
  return selectProfiles(db)
    .select(sql<boolean>`picture_hash is not null`.as('hasPicture'))
    .orderBy('position')
    .orderBy('firstName')
    .orderBy('account.id')
    .limit(MAX_PROFILES)
    .execute()
}

export async function findProfileRow(db: Db, accountId: string) {
  return selectProfiles(db).where('account.id', '=', accountId).select(['picture', 'pictureType']).executeTakeFirst()
}

/** Locks the account, so that concurrent edits of a profile run one after the other, even before there is a profile. */
export async function lockConsultantAccount(tx: Db, accountId: string): Promise<void> {
  await tx.selectFrom('account').where('id', '=', accountId).select('id').forNoKeyUpdate().executeTakeFirst()
}

type NewProfile = Pick<
  Insertable<Tables['consultant']>,
  'displayName' | 'jobTitle' | 'summary' | 'languages' | 'services' | 'position' | 'publishedAt'
>

/** @param picture null to keep the current one */
export async function upsertProfile(tx: Db, accountId: string, profile: NewProfile, picture: Buffer | null) {
  const columns = { ...profile, ...(picture && { picture, pictureType: 'image/webp' as const }) }
  await tx
    .insertInto('consultant')
    .values({ accountId, picture: null, pictureType: null, ...columns })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet(({ eb }) => ({ ...columns, version: eb('consultant.version', '+', 1) })),
    )
    .execute()
}

export type Picture = { content: Buffer; type: string }

/** Published profiles of consultants who may log in. */
const publishedConsultants = (db: Db) =>
  db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .where('consultant.publishedAt', 'is not', null)
    .where(isAdvising)

export async function listPublishedConsultants(db: Db) {
  return publishedConsultants(db)
    .select(['consultant.id', 'displayName', 'jobTitle', 'summary', 'languages', 'services', 'pictureHash'])
    .orderBy('position')
    .orderBy('displayName')
    .execute()
}

export async function findPublishedPictureHash(db: Db, consultantId: string): Promise<string | undefined> {
  const row = await publishedConsultants(db)
    .select('pictureHash')
    .where('consultant.id', '=', consultantId)
    .executeTakeFirst()
  return row?.pictureHash ?? undefined
}

/** Reads up to a megabyte, so call it only if the browser does not have the picture yet. */
export async function findPublishedPicture(db: Db, consultantId: string, hash: string): Promise<Picture | undefined> {
  const row = await publishedConsultants(db)
    .select(['picture', 'pictureType'])
    .where('consultant.id', '=', consultantId)
    .where('pictureHash', '=', hash)
    .executeTakeFirst()
  return row?.picture && row.pictureType ? { content: row.picture, type: row.pictureType } : undefined
}

export async function findProfileByAccount(db: Db, accountId: MemberId) {
  return db
    .selectFrom('consultant')
    .where('accountId', '=', accountId)
    .select(['displayName', 'jobTitle', 'summary', 'languages', 'services', 'picture', 'pictureType', 'publishedAt'])
    .executeTakeFirst()
}

export async function deleteProfileByAccount(db: Db, accountId: MemberId): Promise<void> {
  await db.deleteFrom('consultant').where('accountId', '=', accountId).execute()
}
