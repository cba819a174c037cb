import './tables.ts'
import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { InboxFilter, MessageState } from '../contract/inbox.ts'

/** As much of a message as says what it is about. */
const EXCERPT = 160

const ENTRIES = 100

const messages = (db: Db) =>
  db
    .selectFrom('message')
    .leftJoin('account', 'account.id', 'message.assignee_id')
    .select([
      'message.id',
      'reference',
      'kind',
      'topic',
      'name',
      'message.email',
      'received_at',
      'state',
      'spam_reason',
    ])
    .select(['assignee_id', 'account.first_name', 'account.last_name', 'version'])

export type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>
export type SummaryRow = MessageRow & { excerpt: string }

type Listing = InboxFilter & { limit: number; after: Place | undefined; asker: MemberId }

/** Newest first, from just after a place in the list. */
export async function listMessages(
  db: Db,
  { state, kind, spam, mine, writer, asker, limit, after }: Listing,
): Promise<SummaryRow[]> {
  let query = messages(db)
    .select(sql<string>`left(message.body, ${EXCERPT})`.as('excerpt'))
    .where('spam_reason', spam ? 'is not' : 'is', null)
  if (state) query = query.where('state', '=', state)
  if (kind) query = query.where('kind', '=', kind)
  if (mine) query = query.where('assignee_id', '=', asker)
  if (writer?.includes('@'))
    query = query.where(sql`lower(normalize(message.email, nfkc))`, '=', canonicalEmailAddress(writer))
  else if (writer) query = query.where('reference', '=', writer.toUpperCase())
  if (after)
    query = query.where((where) =>
      where(where.refTuple('message.received_at', 'message.id'), '<', where.tuple(after.at, after.id)),
    )
  return query.orderBy('message.received_at', 'desc').orderBy('message.id', 'desc').limit(limit).execute()
}

export async function findMessage(db: Db, messageId: string): Promise<(MessageRow & { body: string }) | undefined> {
  return messages(db).select('body').where('message.id', '=', messageId).executeTakeFirst()
}

/** Nobody else changes it, and it is not deleted, until the transaction ends. */
export async function lockMessage(tx: Db, messageId: string): Promise<boolean> {
  const row = await tx.selectFrom('message').where('id', '=', messageId).select('id').forUpdate().executeTakeFirst()
  return row !== undefined
}

export async function listEntries(db: Db, messageId: string) {
  const rows = await db
    .selectFrom('message_entry')
    .innerJoin('account', 'account.id', 'message_entry.staff_id')
    .where('message_id', '=', messageId)
    .select(['message_entry.id', 'kind', 'text', 'written_at', 'first_name', 'last_name'])
    .orderBy('written_at', 'desc')
    .orderBy('message_entry.id', 'desc')
    .limit(ENTRIES)
    .execute()
  return rows.reverse()
}

/** Administrators, who can open the inbox. */
export async function listStaff(db: Db) {
  return db
    .selectFrom('account')
    .where('role', '=', 'administrator')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .select(['id', 'first_name', 'last_name'])
    .orderBy('first_name')
    .orderBy('id')
    .limit(100)
    .execute()
}

type NewEntry = {
  id: string
  messageId: string
  kind: 'reply' | 'note'
  staffId: MemberId
  text: string
  writtenAt: Date
}

/** @returns whether it is new; the same once more changes nothing, and other words under its id are 'otherwise' */
export async function insertEntry(tx: Db, entry: NewEntry): Promise<'new' | 'known' | 'otherwise'> {
  const inserted = await tx
    .insertInto('message_entry')
    .values({
      id: entry.id,
      message_id: entry.messageId,
      kind: entry.kind,
      staff_id: entry.staffId,
      text: entry.text,
      written_at: entry.writtenAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return 'new'
  const known = await tx
    .selectFrom('message_entry')
    .where('id', '=', entry.id)
    .select(['message_id', 'kind', 'text'])
    .executeTakeFirst()
  const isSame = known?.message_id === entry.messageId && known.kind === entry.kind && known.text === entry.text
  return isSame ? 'known' : 'otherwise'
}

type Handling = { state: MessageState; assigneeId: string | null }

/** Whatever was read before is over. */
export async function saveHandling(tx: Db, messageId: string, { state, assigneeId }: Handling): Promise<void> {
  await tx
    .updateTable('message')
    .set(({ eb }) => ({ state, assignee_id: assigneeId, version: eb('version', '+', 1) }))
    .where('id', '=', messageId)
    .execute()
}

/** @returns whether it was taken for spam until now */
export async function clearSpam(tx: Db, messageId: string): Promise<boolean> {
  const cleared = await tx
    .updateTable('message')
    .set(({ eb }) => ({ spam_reason: null, version: eb('version', '+', 1) }))
    .where('id', '=', messageId)
    .where('spam_reason', 'is not', null)
    .executeTakeFirst()
  return cleared.numUpdatedRows > 0n
}
