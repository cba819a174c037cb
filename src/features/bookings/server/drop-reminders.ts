import { takeBack } from '#features/notifications/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteWaitingMails } from '#platform/server/mail/store.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Reminders, reminderReason } from '../rules/reminder.ts'

/**
 * In the transaction that moves or cancels a session: what somebody was told of its former time is told no more, and a
 * letter that has not left yet stays here.
 * @param booking as it is now
 */
export async function dropReminders(
  tx: Db,
  { id, sequence }: { id: string; sequence: number },
  memberId: MemberId,
): Promise<void> {
  const former = Array.from({ length: sequence }, (_, version) => ({ id, sequence: version }))
  const reasons = former.flatMap((version) => Reminders.map((reminder) => reminderReason(version, reminder)))
  await deleteWaitingMails(tx, reasons)
  await takeBack(tx, memberId, reasons)
}
