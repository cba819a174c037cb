import '../../server/tables.ts'
import { type InferResult, type NotNull, type RawBuilder, sql } from 'kysely'
import { matchingAccounts } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { MemberFilter, MemberState } from '../contract.ts'

const memberState = sql<MemberState>`case
  when account.deleted_at is not null then 'deleted'
  when account.disabled_at is not null then 'disabled'
  when account.email_verified_at is null then 'unconfirmed'
  else 'active' end`

/** Matches the conditions of the partial indexes, so that the list can use them. */
const isInState = {
  active: sql<boolean>`account.deleted_at is null and account.disabled_at is null
    and account.email_verified_at is not null`,
  unconfirmed: sql<boolean>`account.deleted_at is null and account.disabled_at is null
    and account.email_verified_at is null`,
  disabled: sql<boolean>`account.deleted_at is null and account.disabled_at is not null`,
  deleted: sql<boolean>`account.deleted_at is not null`,
} satisfies Record<MemberState, RawBuilder<boolean>>

/** Packages running now, excluding refunded and disputed ones. */
const runningPackages = (now: Date) => sql`
  from entitlement left join purchase on purchase.id = entitlement.purchase_id
  where entitlement.member_id = account.id and entitlement.cancelled_at is null
    and entitlement.starts_at <= ${now} and entitlement.ends_at > ${now}
    and (purchase.status is null or purchase.status not in ('refunded', 'disputed'))`

function selectMembers(db: Db, now: Date) {
  return db
    .selectFrom('account')
    .select(['account.id', 'account.firstName', 'account.lastName', 'account.email', 'account.role'])
    .select(['account.createdAt', 'account.lastLoginAt', memberState.as('state')])
    .select(sql<number>`(select count(*)::int ${runningPackages(now)})`.as('activePackages'))
}

export type MemberRow = Awaited<ReturnType<ReturnType<typeof selectMembers>['executeTakeFirstOrThrow']>>

/** Business names on purchases, split into words. Must match the index expression exactly to use the index. */
const businessNames = sql`
  select purchase.member_id as id,
    array_to_tsvector(
      array_remove(regexp_split_to_array(lower(purchase.company_name), ${sql.lit('[\\s!-/:-@[-`{-~]+')}), '')
    ) as words
  from purchase where purchase.company_name is not null`

type MemberCriteria = Page & { now: Date; filter: MemberFilter }

/** Newest first. */
export async function listMemberRows(db: Db, { now, limit, after, filter }: MemberCriteria): Promise<MemberRow[]> {
  const { search, state, role } = filter
  let query = selectMembers(db, now)
  query = state ? query.where(isInState[state]) : query.where('account.deletedAt', 'is', null)
  if (role === 'staff') query = query.where('account.role', '<>', 'member')
  else if (role) query = query.where('account.role', '=', role)
  if (filter.package) {
    const hasPackage = sql<boolean>`exists (select ${runningPackages(now)})`
    query = query.where(filter.package === 'with' ? hasPackage : sql<boolean>`not ${hasPackage}`)
  }
  if (search) query = query.where(await matchingAccounts(db, search, businessNames))
  return takePage(query, ['account.createdAt', 'account.id'], 'desc', { limit, after }).execute()
}

export async function getMemberRow(db: Db, id: MemberId, now: Date) {
  return selectMembers(db, now)
    .where('account.id', '=', id)
    .select(['account.mobile', 'account.timeZone', 'account.emailVerifiedAt'])
    .executeTakeFirstOrThrow()
}

/** Files uploaded for the member's sessions, and published versions of their deliverables. */
function selectFiles(db: Db, memberId: MemberId) {
  const sessionFiles = db
    .selectFrom('bookingFile')
    .innerJoin('booking', 'booking.id', 'bookingFile.bookingId')
    .where('booking.memberId', '=', memberId)
    .select(['bookingFile.fileId', 'booking.title', 'bookingFile.addedAt'])
    .select(sql<'session' | 'deliverable'>`'session'`.as('kind'))
  const deliverableFiles = db
    .selectFrom('deliverableVersion')
    .innerJoin('deliverable', 'deliverable.id', 'deliverableVersion.deliverableId')
    .where('deliverable.memberId', '=', memberId)
    .where('deliverableVersion.publishedAt', 'is not', null)
    .select(['deliverableVersion.fileId', 'deliverable.title'])
    .where('deliverableVersion.fileId', 'is not', null)
    .$narrowType<{ fileId: NotNull }>()
    .select('deliverableVersion.madeAt as addedAt')
    .select(sql<'session' | 'deliverable'>`'deliverable'`.as('kind'))
  return db.selectFrom(sessionFiles.unionAll(deliverableFiles).as('kept')).selectAll('kept')
}

export type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['executeTakeFirstOrThrow']>>

/** Newest first. */
export async function listFileRows(db: Db, memberId: MemberId, page: Page): Promise<FileRow[]> {
  return takePage(selectFiles(db, memberId), ['kept.addedAt', 'kept.fileId'], 'desc', page).execute()
}

export async function hasFile(db: Db, memberId: MemberId, fileId: string): Promise<boolean> {
  return (await selectFiles(db, memberId).where('kept.fileId', '=', fileId).executeTakeFirst()) !== undefined
}

const selectNotes = (db: Db) =>
  db
    .selectFrom('memberNote')
    .leftJoin('account', 'account.id', 'memberNote.authorId')
    .select(['memberNote.id', 'memberNote.authorId', 'memberNote.text', 'memberNote.writtenAt'])
    .select(sql<string | null>`nullif(trim(account.first_name || ' ' || account.last_name), '')`.as('author'))

export type NoteRow = InferResult<ReturnType<typeof selectNotes>>[number]

type NewNote = { memberId: MemberId; authorId: MemberId; text: string; writtenAt: Date }

export async function insertMemberNote(tx: Db, note: NewNote): Promise<NoteRow> {
  const { id } = await tx.insertInto('memberNote').values(note).returning('id').executeTakeFirstOrThrow()
  return selectNotes(tx).where('memberNote.id', '=', id).executeTakeFirstOrThrow()
}

/** Newest first. */
export async function listNoteRows(db: Db, memberId: MemberId, page: Partial<Page> = {}): Promise<NoteRow[]> {
  const query = selectNotes(db).where('memberNote.memberId', '=', memberId)
  return takePage(query, ['memberNote.writtenAt', 'memberNote.id'], 'desc', page).execute()
}

/** @returns false if the note does not exist, is about another member or has another author */
export async function deleteMemberNote(
  tx: Db,
  { id, memberId, authorId }: { id: string; memberId: MemberId; authorId: MemberId },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('memberNote')
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .where('authorId', '=', authorId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteNotesAbout(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('memberNote').where('memberId', '=', memberId).execute()
}
