import './tables.ts'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import { matchingAccounts } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { MemberFilter, MemberState } from '../contract/member.ts'

const stateOf = sql<MemberState>`case
  when account.deleted_at is not null then 'deleted'
  when account.disabled_at is not null then 'disabled'
  when account.email_verified_at is null then 'unconfirmed'
  else 'active' end`

/** As the indexes of the list have it. */
const isInState = {
  active: sql<boolean>`account.deleted_at is null and account.disabled_at is null
    and account.email_verified_at is not null`,
  unconfirmed: sql<boolean>`account.deleted_at is null and account.disabled_at is null
    and account.email_verified_at is null`,
  disabled: sql<boolean>`account.deleted_at is null and account.disabled_at is not null`,
  deleted: sql<boolean>`account.deleted_at is not null`,
} satisfies Record<MemberState, RawBuilder<boolean>>

/** What runs now, apart from what a refund or a dispute took back. */
const runningPackages = (now: Date) => sql`
  from entitlement left join purchase on purchase.id = entitlement.purchase_id
  where entitlement.member_id = account.id and entitlement.cancelled_at is null
    and entitlement.starts_at <= ${now} and entitlement.ends_at > ${now}
    and (purchase.status is null or purchase.status not in ('refunded', 'disputed'))`

function members(db: Db, now: Date) {
  return db
    .selectFrom('account')
    .select(['account.id', 'account.first_name', 'account.last_name', 'account.email', 'account.role'])
    .select(['account.created_at', 'account.last_login_at', stateOf.as('state')])
    .select(sql<number>`(select count(*)::int ${runningPackages(now)})`.as('active_packages'))
}

export type MemberRow = Awaited<ReturnType<ReturnType<typeof members>['executeTakeFirstOrThrow']>>

type Wanted = { now: Date; limit: number; after: Place | undefined; filter: MemberFilter }

/** The newest first, from just after a place in that order. */
export async function listMemberRows(db: Db, { now, limit, after, filter }: Wanted): Promise<MemberRow[]> {
  const { search, state, role } = filter
  let query = members(db, now)
  query = state ? query.where(isInState[state]) : query.where('account.deleted_at', 'is', null)
  if (role === 'staff') query = query.where('account.role', '<>', 'member')
  else if (role) query = query.where('account.role', '=', role)
  if (filter.package) {
    const hasPackage = sql<boolean>`exists (select ${runningPackages(now)})`
    query = query.where(filter.package === 'with' ? hasPackage : sql<boolean>`not ${hasPackage}`)
  }
  if (search) query = query.where(await matchingAccounts(db, search))
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('account.created_at', 'account.id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('account.created_at', 'desc').orderBy('account.id', 'desc').limit(limit).execute()
}

export async function getMemberRow(db: Db, id: MemberId, now: Date) {
  return members(db, now)
    .where('account.id', '=', id)
    .select(['account.mobile', 'account.time_zone', 'account.email_verified_at'])
    .executeTakeFirstOrThrow()
}

/** What a member gave to consultants, and what they were shown of what was made for them. */
function files(db: Db, memberId: MemberId) {
  const given = db
    .selectFrom('booking_file')
    .innerJoin('booking', 'booking.id', 'booking_file.booking_id')
    .where('booking.member_id', '=', memberId)
    .select(['booking_file.file_id', 'booking.title', 'booking_file.added_at'])
    .select(sql<'session' | 'deliverable'>`'session'`.as('kind'))
  const made = db
    .selectFrom('item_version')
    .innerJoin('deliverable_item', 'deliverable_item.id', 'item_version.item_id')
    .where('deliverable_item.member_id', '=', memberId)
    .where('item_version.published_at', 'is not', null)
    .select(['item_version.file_id', 'deliverable_item.title'])
    .where('item_version.file_id', 'is not', null)
    .$narrowType<{ file_id: NotNull }>()
    .select((of) => of.ref('item_version.made_at').as('added_at'))
    .select(sql<'session' | 'deliverable'>`'deliverable'`.as('kind'))
  return db.selectFrom(given.unionAll(made).as('kept')).selectAll('kept')
}

export type FileRow = Awaited<ReturnType<ReturnType<typeof files>['executeTakeFirstOrThrow']>>

/** Newest first. */
export async function listFileRows(
  db: Db,
  memberId: MemberId,
  { limit, after }: { limit: number; after: Place | undefined },
): Promise<FileRow[]> {
  let query = files(db, memberId)
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('kept.added_at', 'kept.file_id'), '<', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('kept.added_at', 'desc').orderBy('kept.file_id', 'desc').limit(limit).execute()
}

export async function hasFile(db: Db, memberId: MemberId, fileId: string): Promise<boolean> {
  return (await files(db, memberId).where('kept.file_id', '=', fileId).executeTakeFirst()) !== undefined
}
