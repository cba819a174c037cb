import './tables.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import { isAdvising } from '#features/consultants/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

// Consultants as shown to members and in booking emails.

export type BookableConsultant = {
  id: string
  displayName: string
  pictureHash: string | null
  services: ServiceType[]
  /** Session types they offer. Empty means every session type in their services. */
  sessions: { packageId: string; lineKey: string }[]
}

/** Lists consultants who can be booked, in the same order as on the public page. */
export async function listBookableConsultants(db: Db): Promise<BookableConsultant[]> {
  const { rows } = await sql<BookableConsultant>`
    select
      consultant.id,
      consultant.display_name as "displayName",
      consultant.picture_hash as "pictureHash",
      consultant.services,
      (select coalesce(json_agg(json_build_object('packageId', package_id, 'lineKey', line_key)), '[]')
        from consultant_session_type where consultant_session_type.consultant_id = consultant.id) as sessions
    from consultant
    join account on account.id = consultant.account_id
    join availability on availability.consultant_id = consultant.id
    where consultant.published_at is not null and ${isAdvising}
    order by consultant.position, consultant.display_name
  `.execute(db)
  return rows
}

/** Finds a consultant, with the fields that are shown to members and used in emails. */
export async function findConsultant(db: Db, id: string) {
  const row = await db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .leftJoin('availability', 'availability.consultantId', 'consultant.id')
    .where('consultant.id', '=', id)
    .select(['consultant.id', 'consultant.displayName', 'consultant.pictureHash', 'consultant.publishedAt'])
    .select(['account.id as accountId', 'account.email', 'account.timeZone as accountZone'])
    .select(['availability.timeZone', 'availability.meetingUrl'])
    // Former consultants are sent nothing about members.
    .select(isAdvising.as('isAdvising'))
    .$narrowType<{ accountId: MemberId }>()
    .executeTakeFirst()
  if (!row) return undefined
  // Until they save their availability, the time zone of their account is used.
  return { ...row, pictureHash: row.publishedAt && row.pictureHash, timeZone: row.timeZone ?? row.accountZone }
}

export async function getConsultant(db: Db, id: string) {
  const consultant = await findConsultant(db, id)
  if (!consultant) throw new Error(`Consultant ${id} not found`)
  return consultant
}

/**
 * Returns whether the account is enabled and still belongs to a consultant, whether or not the profile is published.
 */
export function isActiveConsultant(consultantId: RawBuilder<unknown>) {
  // Uses its own aliases because the outer query may select from `consultant` too.
  return sql<boolean>`exists (
    select from consultant as entry join account on account.id = entry.account_id
    where entry.id = ${consultantId} and ${isAdvising})`
}
