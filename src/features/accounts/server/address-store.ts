import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'

/** The address that a member wants to change to, as long as the link to it works. */
export async function findPendingAddress(db: Db, accountId: MemberId, now: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('email_verification')
    .where('account_id', '=', accountId)
    .where('changes_address', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select('email')
    .executeTakeFirst()
  return row?.email
}

/** The links to new addresses change nothing any more. */
export async function endAddressChanges(db: Db, accountId: MemberId, now: Date): Promise<void> {
  await db
    .updateTable('email_verification')
    .set({ expires_at: now })
    .where('account_id', '=', accountId)
    .where('changes_address', '=', true)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/** Whoever opened the link has the mailbox: the address is confirmed. Fails where another account has it. */
export async function saveAddress(db: Db, accountId: MemberId, email: string, now: Date): Promise<void> {
  await db
    .updateTable('account')
    .set({ email, email_canonical: canonicalEmailAddress(email), email_verified_at: now })
    .where('id', '=', accountId)
    .execute()
}

/** Whether `saveAddress` failed because another account has the address: it may have got it a moment before. */
export function isAddressTaken(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === '23505' &&
    'constraint' in error &&
    String(error.constraint).includes('email_canonical')
  )
}
