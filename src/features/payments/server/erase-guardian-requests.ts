import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteMails } from '#platform/server/mail/store.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { deleteRequestsOf } from './guardian-store.ts'
import { requestReason } from './request-guardian.ts'

/** The guardian's address goes with the account; a letter that waits is not sent any more. */
export async function eraseGuardianRequests(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  const deleted = await deleteRequestsOf(tx, memberId)
  await deleteMails(tx, deleted.map(requestReason))
}
