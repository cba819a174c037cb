import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Guardian } from '../contract/profile.ts'

/** What only the profile shows of an account. */
export async function readAccountDetails(
  db: Db,
  accountId: MemberId,
): Promise<{ timeZone: string; guardian: Guardian | null }> {
  const row = await db
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(['time_zone', 'guardian_name', 'guardian_email'])
    .executeTakeFirstOrThrow()
  const { guardian_name: name, guardian_email: email } = row
  return { timeZone: row.time_zone, guardian: name !== null && email !== null ? { name, email } : null }
}

type ProfileChanges = {
  firstName?: string | undefined
  lastName?: string | undefined
  mobile?: string | undefined
  timeZone?: string | undefined
  guardian?: Guardian | null | undefined
}

/** What is undefined stays as it is. */
export async function saveProfileChanges(
  db: Db,
  accountId: MemberId,
  { firstName, lastName, mobile, timeZone, guardian }: ProfileChanges,
): Promise<void> {
  const changes = {
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
    ...(mobile !== undefined && { mobile }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(guardian !== undefined && {
      guardian_name: guardian?.name ?? null,
      guardian_email: guardian?.email ?? null,
    }),
  }
  if (Object.keys(changes).length === 0) return
  await db.updateTable('account').set(changes).where('id', '=', accountId).execute()
}
