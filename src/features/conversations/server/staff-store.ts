import './tables.ts'
import { sql } from 'kysely'
import { matchingAccounts } from '#features/accounts/server/public.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { Place } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { ConversationRow } from './store.ts'

/** As much of a message as says what it is about. */
const EXCERPT = 160

export type SummaryRow = Awaited<ReturnType<typeof listSummaries>>[number]

/** In the order of `listed_at`, from just after a place in it. */
export async function listSummaries(
  db: Db,
  { limit, after, search }: { limit: number; after: Place | undefined; search: string | undefined },
) {
  let query = db
    .selectFrom('conversation')
    .innerJoin('account', 'account.id', 'conversation.member_id')
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('conversation_message')
          .whereRef('conversation_message.member_id', '=', 'conversation.member_id')
          .whereRef('conversation_message.written_at', '=', 'conversation.last_message_at')
          .select(['author', 'text'])
          // Says that there is one: else all messages of everybody are read for the first page.
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['account.first_name', 'account.last_name', 'account.email'])
    .select(['conversation.member_id', 'conversation.listed_at', 'conversation.last_message_at'])
    .select(['conversation.waiting_since', 'newest.author'])
    .select(sql<string>`left(newest.text, ${EXCERPT})`.as('excerpt'))
  if (search) query = query.where(await matchingAccounts(db, search))
  if (after) {
    query = query.where((where) =>
      where(where.refTuple('conversation.listed_at', 'conversation.member_id'), '>', where.tuple(after.at, after.id)),
    )
  }
  return query.orderBy('conversation.listed_at').orderBy('conversation.member_id').limit(limit).execute()
}

/** Since when a member waits for an answer, if they do. */
export async function findWaiting(db: Db, memberId: MemberId): Promise<Date | null> {
  const row = await db
    .selectFrom('conversation')
    .where('member_id', '=', memberId)
    .select('waiting_since')
    .executeTakeFirst()
  return row?.waiting_since ?? null
}

/**
 * Since when a member waits once what was seen is answered: since the first message that came later, or not at all.
 * @param seenUntil null where nothing was seen
 */
export async function findNextWaiting(
  tx: Db,
  { member_id: memberId, waiting_since: since }: ConversationRow,
  seenUntil: Date | null,
): Promise<Date | null> {
  if (since === null) return null
  let query = tx
    .selectFrom('conversation_message')
    .where('member_id', '=', memberId)
    .where('author', '=', 'member')
    .where('written_at', '>=', since)
  if (seenUntil) query = query.where('written_at', '>', seenUntil)
  const first = await query.orderBy('written_at').limit(1).select('written_at').executeTakeFirst()
  return first?.written_at ?? null
}
