import '../../server/tables.ts'
import { sql } from 'kysely'
import { matchingAccounts } from '#features/accounts/server/public.ts'
import type { CancellationHint } from '#features/contact/declarations/rules.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { takePage } from '#platform/server/db/take-page.ts'
import type { Page } from '#platform/server/paging.ts'
import type { ConversationRow } from './store.ts'

/** In characters. */
const EXCERPT_LENGTH = 160

/** The clearest sign in the messages that wait for a reply: "contract" sorts before "unclear". */
const waitingHint = sql<CancellationHint | null>`(
  select min(waiting.cancellation_hint) from conversation_message as waiting
  where waiting.member_id = conversation.member_id and waiting.author = 'member'
    and waiting.written_at >= conversation.waiting_since
)`

export type SummaryRow = Awaited<ReturnType<typeof listSummaries>>[number]

/** Ordered by `listed_at`. */
export async function listSummaries(db: Db, { search, ...page }: Page & { search: string | undefined }) {
  let query = db
    .selectFrom('conversation')
    .innerJoin('account', 'account.id', 'conversation.memberId')
    .innerJoinLateral(
      (builder) =>
        builder
          .selectFrom('conversationMessage')
          .whereRef('conversationMessage.memberId', '=', 'conversation.memberId')
          .whereRef('conversationMessage.writtenAt', '=', 'conversation.lastMessageAt')
          .select(['author', 'text'])
          // The limit lets PostgreSQL stop after one row. Otherwise it reads every message for the first page.
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .select(['account.firstName', 'account.lastName', 'account.email'])
    .select(['conversation.memberId', 'conversation.listedAt', 'conversation.lastMessageAt'])
    .select(['conversation.waitingSince', 'newest.author'])
    .select(sql<string>`left(newest.text, ${EXCERPT_LENGTH})`.as('excerpt'))
    .select(waitingHint.as('cancellationHint'))
  if (search) query = query.where(await matchingAccounts(db, search))
  return takePage(query, ['conversation.listedAt', 'conversation.memberId'], 'asc', page).execute()
}

/**
 * The time of the first member message after `seenUntil`, or null if no message is waiting.
 * @param seenUntil null if the administrator has seen nothing
 */
export async function findNextWaitingSince(
  tx: Db,
  { memberId, waitingSince: since }: ConversationRow,
  seenUntil: string | null,
): Promise<Date | null> {
  if (since === null) return null
  let query = tx
    .selectFrom('conversationMessage')
    .where('memberId', '=', memberId)
    .where('author', '=', 'member')
    .where('writtenAt', '>=', since)
  if (seenUntil) query = query.where('writtenAt', '>', new Date(seenUntil))
  const first = await query.orderBy('writtenAt').limit(1).select('writtenAt').executeTakeFirst()
  return first?.writtenAt ?? null
}
