import './tables.ts'
import { sql } from 'kysely'
import { preparedRows } from '#platform/server/db/prepared.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { listedAt } from '../rules/waiting.ts'

export type ConversationRow = NonNullable<Awaited<ReturnType<typeof lockConversation>>>

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

/** Nobody else writes in it until the transaction ends. */
export async function lockConversation(tx: Db, memberId: MemberId) {
  return tx.selectFrom('conversation').where('member_id', '=', memberId).selectAll().forUpdate().executeTakeFirst()
}

/** The same; where nobody has written anything yet, it begins now. */
export async function openConversation(tx: Db, memberId: MemberId, replyKey: string): Promise<ConversationRow> {
  const nothingYet = new Date(0)
  return tx
    .insertInto('conversation')
    .values({
      member_id: memberId,
      reply_key: replyKey,
      last_message_at: nothingYet,
      waiting_since: null,
      listed_at: nothingYet,
      read_until: null,
      company_told_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet((row) => ({ member_id: row.ref('excluded.member_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function saveStanding(
  tx: Db,
  memberId: MemberId,
  standing: { lastMessageAt: Date; waitingSince: Date | null },
): Promise<void> {
  const { lastMessageAt, waitingSince } = standing
  await tx
    .updateTable('conversation')
    .set({
      last_message_at: lastMessageAt,
      waiting_since: waitingSince,
      listed_at: listedAt(standing),
      // Whoever has answered has seen it.
      ...(waitingSince === null && { is_company_untold: false }),
    })
    .where('member_id', '=', memberId)
    .execute()
}

type NewMessage = {
  memberId: MemberId
  author: 'member' | 'company'
  sendingId: string
  staffId: MemberId | null
  text: string
  cameBy: 'portal' | 'mail'
  untakenFiles: number
  isShortened: boolean
  writtenAt: Date
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<MessageRow> {
  await tx
    .insertInto('conversation_message')
    .values({
      member_id: message.memberId,
      author: message.author,
      sending_id: message.sendingId,
      staff_id: message.staffId,
      text: message.text,
      came_by: message.cameBy,
      untaken_files: message.untakenFiles,
      is_shortened: message.isShortened,
      written_at: message.writtenAt,
    })
    .execute()
  const row = await findSent(tx, message)
  if (!row) throw new Error('A message was not stored')
  return row
}

/** What one side has sent under an id of its own. */
export async function findSent(
  db: Db,
  { memberId, author, sendingId }: Pick<NewMessage, 'memberId' | 'author' | 'sendingId'>,
): Promise<MessageRow | undefined> {
  return messages(db)
    .where('conversation_message.member_id', '=', memberId)
    .where('conversation_message.author', '=', author)
    .where('conversation_message.sending_id', '=', sendingId)
    .executeTakeFirst()
}

/** Newest first, from just after a place in that order. */
export async function listMessages(
  db: Db,
  memberId: MemberId,
  { limit, after }: { limit: number; after: Place | undefined },
) {
  let query = messages(db).where('conversation_message.member_id', '=', memberId)
  // No two of them have the same moment.
  if (after) query = query.where('conversation_message.written_at', '<', after.at)
  return query.orderBy('conversation_message.written_at', 'desc').limit(limit).execute()
}

function messages(db: Db) {
  return db
    .selectFrom('conversation_message')
    .leftJoin('account as staff', 'staff.id', 'conversation_message.staff_id')
    .selectAll('conversation_message')
    .select(['staff.first_name as staff_first_name', 'staff.last_name as staff_last_name'])
}

export async function findReadUntil(db: Db, memberId: MemberId): Promise<Date | null> {
  const row = await db
    .selectFrom('conversation')
    .where('member_id', '=', memberId)
    .select('read_until')
    .executeTakeFirst()
  return row?.read_until ?? null
}

/** How much of what the company wrote a member has not seen. */
export async function countUnreadMessages(db: Db, memberId: MemberId): Promise<number> {
  const question = db
    .selectFrom('conversation_message')
    .innerJoin('conversation', 'conversation.member_id', 'conversation_message.member_id')
    .where('conversation_message.member_id', '=', memberId)
    .where('conversation_message.author', '=', 'company')
    .where((where) =>
      where.or([
        where('conversation.read_until', 'is', null),
        where('conversation_message.written_at', '>', where.ref('conversation.read_until')),
      ]),
    )
    .select((select) => select.fn.countAll<number>().as('unread'))
  const [row] = await preparedRows(db, question)
  return row?.unread ?? 0
}

/**
 * Never back: a page that was opened earlier has seen less. Never beyond the newest message: what is yet to come nobody
 * has seen. @returns the messages of the company that are read by this
 */
export async function markRead(tx: Db, memberId: MemberId, until: Date): Promise<string[]> {
  const before = await findReadUntil(tx, memberId)
  await tx
    .updateTable('conversation')
    .set({ read_until: sql`greatest(read_until, least(${until}::timestamptz, last_message_at))` })
    .where('member_id', '=', memberId)
    .execute()
  let query = tx
    .selectFrom('conversation_message')
    .where('member_id', '=', memberId)
    .where('author', '=', 'company')
    .where('written_at', '<=', until)
  if (before) query = query.where('written_at', '>', before)
  const rows = await query.select('id').execute()
  return rows.map(({ id }) => id)
}
