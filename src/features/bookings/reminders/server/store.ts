import '../../server/tables.ts'
import { type InferResult, sql } from 'kysely'
import { endOfSessions, ledgerOfOwned, usablePackages } from '#features/purchases/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { isActiveConsultant } from '../../server/consultant-store.ts'

/**
 * Lists booked sessions by start time. Skips sessions with consultants who have left, because they will be cancelled.
 */
export async function listStartingSessions(db: Db, { after, until }: { after: Date; until: Date }) {
  return selectStartingSessions(db)
    .where('booking.startsAt', '>', after)
    .where('booking.startsAt', '<=', until)
    .orderBy('booking.startsAt')
    .execute()
}

/**
 * Locks the session until the transaction ends, so it cannot be moved or cancelled. Returns undefined if it is not
 * booked.
 */
export async function lockStartingSession(tx: Db, id: string): Promise<StartingSession | undefined> {
  return selectStartingSessions(tx).where('booking.id', '=', id).forUpdate('booking').executeTakeFirst()
}

function selectStartingSessions(db: Db) {
  return (
    db
      .selectFrom('booking')
      .innerJoin('consultant', 'consultant.id', 'booking.consultantId')
      .innerJoin('account', 'account.id', 'consultant.accountId')
      .leftJoin('availability', 'availability.consultantId', 'consultant.id')
      .where('booking.state', '=', 'booked')
      .where(isActiveConsultant(sql.ref('consultant.id')))
      .select(['booking.id', 'booking.sequence', 'booking.title', 'booking.startsAt', 'booking.place'])
      .select('availability.meetingUrl')
      .select(['consultant.displayName', sql<MemberId>`booking.member_id`.as('memberId')])
      .select(sql<MemberId>`consultant.account_id`.as('consultantAccountId'))
      .select(({ fn }) => fn.coalesce('availability.timeZone', 'account.timeZone').as('consultantZone'))
      // When the member last booked or moved the session.
      .select(sql<Date>`coalesce(booking.moved_at, booking.booked_at)`.as('chosenAt'))
  )
}

export type StartingSession = InferResult<ReturnType<typeof selectStartingSessions>>[number]

/** A session type in a running package, with sessions left to book. */
export type UnbookedSession = {
  entitlementId: string
  memberId: MemberId
  packageTitle: string
  title: string
  minutes: number
  left: number
  startsAt: Date
  /** The session must start before this. */
  endsAt: Date
}

/**
 * Lists sessions ordered by when their package ends. Leaves out subscriptions that renew, because their sessions are
 * not lost at the end of a month. If a subscription is ending, sessions granted once per subscription count from the
 * start of its last month.
 * @param packageIds null for all packages
 */
export async function listUnbookedSessions(db: Db, now: Date, packageIds: string[] | null): Promise<UnbookedSession[]> {
  const { rows } = await sql<UnbookedSession>`
    with running as (
      select coalesce(purchase.subscription_id, entitlement.id) as id
      from entitlement
      left join purchase on purchase.id = entitlement.purchase_id
      left join subscription on subscription.id = purchase.subscription_id
      where entitlement.ends_at > ${now} and entitlement.starts_at <= ${now}
        and (subscription.id is null or subscription.cancels_at_period_end or subscription.ended_at is not null)
    ),
    owned as (${usablePackages(sql`coalesce(purchase.subscription_id, entitlement.id) in (select id from running)`, [
      'refunded',
      'disputed',
    ])})
    select
      owned.id as "entitlementId",
      entitlement.member_id as "memberId",
      package_version.title as "packageTitle",
      package_line.title,
      package_line.minutes,
      sum(entitlement_entry.quantity)::int as "left",
      case when package_line.granted_per = 'subscription' then owned.last_start else owned.starts_at end as "startsAt",
      ${endOfSessions} as "endsAt"
    from owned
    join entitlement on entitlement.id = owned.id
    join package_version
      on package_version.package_id = owned.package_id and package_version.version = owned.package_version
    ${ledgerOfOwned}
    where package_line.kind = 'session'
      and ${endOfSessions} > ${now}
      and (${packageIds}::uuid[] is null or owned.id = any(${packageIds}::uuid[]))
    group by owned.id, entitlement.member_id, package_version.title, package_line.title, package_line.minutes,
      package_line.position, package_line.granted_per, owned.starts_at, owned.ends_at, owned.last_start, owned.last_end
    having not bool_or(entitlement_entry.quantity is null) and sum(entitlement_entry.quantity) > 0
    order by "endsAt", owned.id, package_line.position
  `.execute(db)
  return rows
}
