import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type NewNotification = {
  memberId: MemberId
  /** What it is about, once for each member: what is told a second time is not there twice. */
  reason: string
  title: string
  text: string
  /** Where it leads: a path of this site. */
  path: string
}

export async function insertNotification(
  tx: Db,
  { memberId, ...told }: NewNotification,
  createdAt: Date,
): Promise<void> {
  await tx
    .insertInto('notification')
    .values({ ...told, member_id: memberId, created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['member_id', 'reason']).doNothing())
    .execute()
}
