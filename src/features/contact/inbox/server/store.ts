import { sql } from 'kysely'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { readOrderReference } from '../../declarations/contract.ts'
import { messageKind } from '../../server/store.ts'
import type { InboxFilter, MessageState } from '../contract.ts'

/** Enough of a message to show as its subject. */
const EXCERPT_LENGTH = 160

const MAX_ENTRIES = 100

const messages = (db: Db) =>
  db
    .selectFrom('message')
    .leftJoin('account', 'account.id', 'message.assigneeId')
    .leftJoin('cancellation', 'cancellation.messageId', 'message.id')
    .select([
      'message.id',
      'reference',
      messageKind,
      'topic',
      'name',
      'message.email',
      'receivedAt',
      'state',
      'spamReason',
    ])
    .select(['assigneeId', 'account.firstName', 'account.lastName', 'version', 'cancellationHint'])
    .select(['cancellation.orderReference', 'cancellation.outcome', 'cancellation.purchaseId'])

export type MessageRow = Awaited<ReturnType<ReturnType<typeof messages>['executeTakeFirstOrThrow']>>
export type SummaryRow = MessageRow & { excerpt: string }

type Listing = InboxFilter & Page & { administratorId: MemberId }

/** A page of messages, newest first. */
export async function listMessages(
  db: Db,
  { state, kind, spam, mine, writer, administratorId, ...page }: Listing,
): Promise<SummaryRow[]> {
  let query = messages(db)
    .select(sql<string>`left(message.body, ${EXCERPT_LENGTH})`.as('excerpt'))
    .where('spamReason', spam ? 'is not' : 'is', null)
  if (state) query = query.where('state', '=', state)
  if (kind === 'cancellation')
    query = query.where((where) =>
      where.or([where('cancellation.messageId', 'is not', null), where('message.cancellationHint', '=', 'contract')]),
    )
  else if (kind) query = query.where('message.kind', '=', kind).where('cancellation.messageId', 'is', null)
  if (mine) query = query.where('assigneeId', '=', administratorId)
  const orderReference = writer && readOrderReference(writer)
  if (writer?.includes('@'))
    query = query.where(sql`lower(normalize(message.email, nfkc))`, '=', canonicalEmailAddress(writer))
  else if (orderReference) query = query.where('cancellation.orderReference', '=', orderReference)
  else if (writer) query = query.where('reference', '=', writer.toUpperCase())
  return takePage(query, ['message.receivedAt', 'message.id'], 'desc', page).execute()
}

export async function findMessage(db: Db, messageId: string): Promise<(MessageRow & { body: string }) | undefined> {
  return messages(db).select('body').where('message.id', '=', messageId).executeTakeFirst()
}

/** Blocks other changes and deletion until the transaction ends. */
export async function lockMessage(tx: Db, messageId: string): Promise<void> {
  await tx.selectFrom('message').where('id', '=', messageId).select('id').forUpdate().executeTakeFirst()
}

export async function listEntries(db: Db, messageId: string) {
  const rows = await db
    .selectFrom('messageEntry')
    .innerJoin('account', 'account.id', 'messageEntry.staffId')
    .where('messageId', '=', messageId)
    .select(['messageEntry.id', 'kind', 'text', 'writtenAt', 'firstName', 'lastName'])
    .orderBy('writtenAt', 'desc')
    .orderBy('messageEntry.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
  return rows.reverse()
}

/** Administrators, because only they can open the inbox. */
export async function listStaff(db: Db) {
  return db
    .selectFrom('account')
    .where('role', '=', 'administrator')
    .where('disabledAt', 'is', null)
    .where('deletedAt', 'is', null)
    .select(['id', 'firstName', 'lastName'])
    .orderBy('firstName')
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

/** @returns 'repeated' if the same entry is already stored, 'conflict' if its id belongs to another entry */
export async function insertEntry(tx: Db, entry: NewEntry): Promise<'new' | 'repeated' | 'conflict'> {
  const inserted = await tx
    .insertInto('messageEntry')
    .values(entry)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if ((inserted.numInsertedOrUpdatedRows ?? 0n) > 0n) return 'new'
  const existing = await tx
    .selectFrom('messageEntry')
    .where('id', '=', entry.id)
    .select(['messageId', 'kind', 'text'])
    .executeTakeFirst()
  const isSame = existing?.messageId === entry.messageId && existing.kind === entry.kind && existing.text === entry.text
  return isSame ? 'repeated' : 'conflict'
}

type Assignment = { state: MessageState; assigneeId: string | null }

/** Increases the version, so that changes based on an older one are refused. */
export async function saveAssignment(tx: Db, messageId: string, { state, assigneeId }: Assignment): Promise<void> {
  await tx
    .updateTable('message')
    .set(({ eb }) => ({ state, assigneeId, version: eb('version', '+', 1) }))
    .where('id', '=', messageId)
    .execute()
}

/** @returns whether the message had been marked as spam */
export async function clearSpam(tx: Db, messageId: string): Promise<boolean> {
  const cleared = await tx
    .updateTable('message')
    .set(({ eb }) => ({ spamReason: null, version: eb('version', '+', 1) }))
    .where('id', '=', messageId)
    .where('spamReason', 'is not', null)
    .executeTakeFirst()
  return cleared.numUpdatedRows > 0n
}
