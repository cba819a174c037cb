import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { deleteNotificationsByReason, insertNotification, markReasonsRead, type NewNotification } from './store.ts'

/** Marks notifications as read if the member has read their subject elsewhere. */
export async function markReadByReason(tx: Db, { now }: Context, memberId: MemberId, reasons: string[]): Promise<void> {
  if (reasons.length > 0) await markReasonsRead(tx, memberId, reasons, now())
}

/** Removes notifications that no longer apply. */
export async function withdrawNotifications(tx: Db, memberId: MemberId, reasons: string[]): Promise<void> {
  await deleteNotificationsByReason(tx, memberId, reasons)
}

/**
 * Adds a notification to the bell of a member or staff account, in the transaction of the event.
 * @returns false if the account was already notified
 */
export async function notifyMember(tx: Db, { now }: Context, notification: NewNotification): Promise<boolean> {
  return insertNotification(tx, notification, now())
}
