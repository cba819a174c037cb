import './tables.ts'
import { sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

// Who holds sessions, as the members and the letters about them need to know.

export type KnownConsultant = {
  id: string
  displayName: string
  pictureHash: string | null
  services: ServiceType[]
  /** Which sessions they hold; none: every one of their services. */
  sessions: { packageId: string; lineKey: string }[]
}

/** Everybody who can be booked, in the order of the public page. */
export async function listBookableConsultants(db: Db): Promise<KnownConsultant[]> {
  const { rows } = await sql<KnownConsultant>`
    select
      consultant.id,
      consultant.display_name as "displayName",
      consultant.picture_hash as "pictureHash",
      consultant.services,
      (select coalesce(json_agg(json_build_object('packageId', package_id, 'lineKey', line_key)), '[]')
        from consultant_session where consultant_session.consultant_id = consultant.id) as sessions
    from consultant
    join account on account.id = consultant.account_id
    join availability on availability.consultant_id = consultant.id
    where consultant.published_at is not null and account.role = 'consultant' and account.disabled_at is null
    order by consultant.position, consultant.display_name
  `.execute(db)
  return rows
}

/** As members may know them, and as we write to them. */
export async function findConsultant(db: Db, id: string) {
  const row = await db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.account_id')
    .leftJoin('availability', 'availability.consultant_id', 'consultant.id')
    .where('consultant.id', '=', id)
    .select(['consultant.id', 'consultant.display_name', 'consultant.picture_hash', 'consultant.published_at'])
    .select(['account.id as account_id', 'account.email', 'account.time_zone as account_zone'])
    .select(['availability.time_zone', 'account.role', 'account.disabled_at'])
    .executeTakeFirst()
  return (
    row && {
      id: row.id,
      displayName: row.display_name,
      pictureHash: row.published_at && row.picture_hash,
      accountId: row.account_id as MemberId,
      email: row.email,
      timeZone: row.time_zone ?? row.account_zone,
      /** Whoever does so no more reads nothing of members. */
      isAdvising: row.role === 'consultant' && row.disabled_at === null,
    }
  )
}
