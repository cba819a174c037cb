import { readAccountDetails } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { findTimeZoneOf } from './hours-store.ts'

/** By whose clock a consultant's days begin: that of their availability, and before there is one, their account's. */
export async function findOwnZone(db: Db, accountId: MemberId, consultantId: string): Promise<string> {
  return (await findTimeZoneOf(db, consultantId)) ?? (await readAccountDetails(db, accountId)).timeZone
}
