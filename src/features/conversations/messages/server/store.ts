import { fullName } from '#platform/shared/person-name.ts'
import '../../server/tables.ts'
import { sql } from 'kysely'
import type { CancellationHint } from '#features/contact/declarations/rules.ts'
import { preparedRows } from '#platform/server/db/prepared-statements.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { findConversation } from '../../server/store.ts'
import { conversationSortTime } from '../rules.ts'

export type Correspondent = { id: MemberId; firstName: string; name: string; email: string; isDisabled: boolean }

/** Undefined if the account was deleted. */
export async function findCorrespondent(db: Db, memberId: MemberId): Promise<Correspondent | undefined> {
  const row = await db
    .selectFrom('account')
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .select(['firstName', 'lastName', 'email', 'disabledAt'])
    .executeTakeFirst()
  if (!row) return undefined
  const name = fullName(row.firstName, row.lastName)
  return { id: memberId, firstName: row.firstName, name, email: row.email, isDisabled: row.disabledAt !== null }
}

/** Blocks account deletion until the transaction ends. @returns false if the account is already deleted */
export async function lockPresentAccount(tx: Db, memberId: MemberId): Promise<boolean> {
  const row = await tx
    .selectFrom('account')
    .where('id', '=', memberId)
    .where('deletedAt', 'is', null)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function recordCompanyNotified(
  tx: Db,
  memberId: MemberId,
  { number, now }: { number: number; now: Date },
): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ companyNotifiedAt: now, companyEmailCount: number, isCompanyNotificationDue: false })
    .where('memberId', '=', memberId)
    .execute()
}

export async function recordCompanyNotificationDue(tx: Db, memberId: MemberId): Promise<void> {
  await tx
    .updateTable('conversation')
    .set({ isCompanyNotificationDue: true })
    .where('memberId', '=', memberId)
    .execute()
}

/** Members for whom the last email to the company is old enough. Any beyond the limit are left to the next run. */
export async function listNotificationsDue(db: Db, before: Date): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('conversation')
    .where('isCompanyNotificationDue', '=', true)
    .where('companyNotifiedAt', '<=', before)
    .orderBy('companyNotifiedAt')
    .limit(100)
    .select('memberId')
    .execute()
  return rows.map(({ memberId }) => memberId as MemberId)
}

export type ConversationRow = NonNullable<Awaited<ReturnType<typeof lockConversation>>>

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

/** Stops other writers until the transaction ends. */
export async function lockConversation(tx: Db, memberId: MemberId) {
  return tx.selectFrom('conversation').where('memberId', '=', memberId).selectAll().forUpdate().executeTakeFirst()
}

/** Locks the conversation and creates it if it does not exist. */
export async function lockOrCreateConversation(tx: Db, memberId: MemberId, replyKey: string): Promise<ConversationRow> {
  const noMessageYet = new Date(0)
  return tx
    .insertInto('conversation')
    .values({
      memberId,
      replyKey,
      lastMessageAt: noMessageYet,
      waitingSince: null,
      listedAt: noMessageYet,
      readUntil: null,
      companyNotifiedAt: null,
    })
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet((row) => ({ memberId: row.ref('excluded.memberId') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveStatus(
  tx: Db,
  memberId: MemberId,
  status: { lastMessageAt: Date; waitingSince: Date | null },
): Promise<void> {
  const { lastMessageAt, waitingSince } = status
  await tx
    .updateTable('conversation')
    .set({
      lastMessageAt,
      waitingSince,
      listedAt: conversationSortTime(status),
      // The administrator who answered has seen the messages.
      ...(waitingSince === null && { isCompanyNotificationDue: false }),
    })
    .where('memberId', '=', memberId)
    .execute()
}

type NewMessage = {
  memberId: MemberId
  author: 'member' | 'company'
  sendingId: string
  staffId: MemberId | null
  text: string
  channel: 'portal' | 'mail'
  skippedFiles: number
  isTruncated: boolean
  cancellationHint: CancellationHint | null
  writtenAt: Date
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<MessageRow> {
  await tx.insertInto('conversationMessage').values(message).execute()
  const row = await findSentMessage(tx, message)
  if (!row) throw new Error('A message was not stored')
  return row
}

/** Finds a message by its author and the `sendingId` that the client created. */
export async function findSentMessage(
  db: Db,
  { memberId, author, sendingId }: Pick<NewMessage, 'memberId' | 'author' | 'sendingId'>,
): Promise<MessageRow | undefined> {
  return selectMessages(db)
    .where('conversationMessage.memberId', '=', memberId)
    .where('conversationMessage.author', '=', author)
    .where('conversationMessage.sendingId', '=', sendingId)
    .executeTakeFirst()
}

/** Newest first. */
export async function listMessages(db: Db, memberId: MemberId, { limit, after }: Page) {
  let query = selectMessages(db).where('conversationMessage.memberId', '=', memberId)
  // The time alone is a safe cursor, because message times are unique in a conversation.
  if (after) query = query.where('conversationMessage.writtenAt', '<', after.at)
  return query.orderBy('conversationMessage.writtenAt', 'desc').limit(limit).execute()
}

function selectMessages(db: Db) {
  return db
    .selectFrom('conversationMessage')
    .leftJoin('account as staff', 'staff.id', 'conversationMessage.staffId')
    .selectAll('conversationMessage')
    .select(['staff.firstName as staffFirstName', 'staff.lastName as staffLastName'])
}

export async function hasWrittenSince(db: Db, memberId: MemberId, since: Date): Promise<boolean> {
  const query = db
    .selectFrom('conversationMessage')
    .where('memberId', '=', memberId)
    .where('author', '=', 'member')
    .where('writtenAt', '>=', since)
    .select('id')
    .limit(1)
  return (await preparedRows(db, query)).length > 0
}

/** Counts the company's messages that the member has not seen. */
export async function countUnreadMessages(db: Db, memberId: MemberId): Promise<number> {
  const query = db
    .selectFrom('conversationMessage')
    .innerJoin('conversation', 'conversation.memberId', 'conversationMessage.memberId')
    .where('conversationMessage.memberId', '=', memberId)
    .where('conversationMessage.author', '=', 'company')
    .where((where) =>
      where.or([
        where('conversation.readUntil', 'is', null),
        where('conversationMessage.writtenAt', '>', where.ref('conversation.readUntil')),
      ]),
    )
    .select((select) => select.fn.countAll<number>().as('unread'))
  const [row] = await preparedRows(db, query)
  return row?.unread ?? 0
}

/**
 * Never moves backwards (an older page does not show the newest messages) or beyond the newest message.
 * @returns the ids of the company's messages that are now marked as read
 */
export async function markRead(tx: Db, memberId: MemberId, until: Date): Promise<string[]> {
  const previousReadUntil = (await findConversation(tx, memberId))?.readUntil
  await tx
    .updateTable('conversation')
    .set({ readUntil: sql`greatest(read_until, least(${until}::timestamptz, last_message_at))` })
    .where('memberId', '=', memberId)
    .execute()
  let query = tx
    .selectFrom('conversationMessage')
    .where('memberId', '=', memberId)
    .where('author', '=', 'company')
    .where('writtenAt', '<=', until)
  if (previousReadUntil) query = query.where('writtenAt', '>', previousReadUntil)
  const rows = await query.select('id').execute()
  return rows.map(({ id }) => id)
}
