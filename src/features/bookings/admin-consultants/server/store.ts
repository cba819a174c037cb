import '../../server/tables.ts'
import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { ServiceType } from '#features/catalogue/contract.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { MAX_CONSULTANTS } from '../contract.ts'

// Includes unpublished and former consultants.

function selectConsultants(db: Db, now: Date) {
  return db
    .selectFrom('consultant')
    .innerJoin('account', 'account.id', 'consultant.accountId')
    .select(['consultant.id', 'consultant.accountId', 'consultant.displayName', 'consultant.publishedAt'])
    .select(['account.email', 'account.role', 'account.disabledAt'])
    .select(sql<ServiceType[]>`consultant.services`.as('services'))
    .select([
      countOf(sql`consultant_session_type where consultant_id = consultant.id`).as('chosenSessions'),
      countOf(sql`booking where consultant_id = consultant.id and state = 'booked' and starts_at > ${now}`).as(
        'upcoming',
      ),
      countOf(sql`imported_calendar where consultant_id = consultant.id`).as('calendars'),
      countOf(sql`imported_calendar where consultant_id = consultant.id and problem is not null`).as('brokenCalendars'),
    ])
    .select(
      sql<boolean>`exists (select from weekly_hours where consultant_id = consultant.id)
        or exists (select from day_hours where consultant_id = consultant.id)`.as('hasHours'),
    )
}

const countOf = (rows: RawBuilder<unknown>) => sql<number>`(select count(*)::int from ${rows})`

export type ConsultantRow = InferResult<ReturnType<typeof selectConsultants>>[number]

export async function listConsultants(db: Db, now: Date): Promise<ConsultantRow[]> {
  return selectConsultants(db, now)
    .orderBy('consultant.position')
    .orderBy('consultant.displayName')
    .limit(MAX_CONSULTANTS)
    .execute()
}

export async function findConsultantById(db: Db, id: string, now: Date): Promise<ConsultantRow | undefined> {
  return selectConsultants(db, now).where('consultant.id', '=', id).executeTakeFirst()
}
