import './tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type StoredNews = { id: string; subject: string; text: string }

/** @returns false where this sending is there already */
export async function insertNews(
  tx: Db,
  { id, subject, text, writtenBy, writtenAt }: StoredNews & { writtenBy: MemberId; writtenAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('news')
    .values({ id, subject, text, written_by: writtenBy, written_at: writtenAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findNews(db: Db, id: string): Promise<StoredNews | undefined> {
  return db.selectFrom('news').where('id', '=', id).select(['id', 'subject', 'text']).executeTakeFirst()
}

/**
 * Members with a confirmed address who are there and have not got this news, by id from after one of them; with what
 * decides whether they may get it.
 */
export async function listNewsCandidates(
  db: Db,
  newsId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  let query = readers(db).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('news_recipient')
          .where('news_recipient.news_id', '=', newsId)
          .whereRef('news_recipient.member_id', '=', 'account.id')
          .select('news_id'),
      ),
    ),
  )
  if (after) query = query.where('account.id', '>', after)
  return (await query.orderBy('account.id').limit(limit).execute()).map(toReader)
}

/** Whose letter holds this link, while they are one of those who can get news; with what decides whether they may. */
export async function findNewsReader(db: Db, tokenHash: Buffer) {
  const row = await readers(db)
    .innerJoin('news_recipient', 'news_recipient.member_id', 'account.id')
    .where('news_recipient.token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row && toReader(row)
}

/** Members with a confirmed address who are there. */
function readers(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('notification_choice', (join) =>
      join
        .onRef('notification_choice.account_id', '=', 'account.id')
        .on('notification_choice.kind', '=', 'news')
        .on('notification_choice.channel', '=', 'email'),
    )
    .where('account.role', '=', 'member')
    .where('account.deleted_at', 'is', null)
    .where('account.disabled_at', 'is', null)
    .where('account.email_verified_at', 'is not', null)
    .select(['account.id', 'account.email', 'account.first_name', 'account.guardian_name'])
    .select('notification_choice.is_on')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('purchase')
          .whereRef('purchase.member_id', '=', 'account.id')
          .where('purchase.completed_at', 'is not', null)
          .select('purchase.id'),
      ).as('has_bought'),
    )
}

type ReaderRow = Awaited<ReturnType<ReturnType<typeof readers>['execute']>>[number]

function toReader(row: ReaderRow) {
  return {
    id: row.id as MemberId,
    email: row.email,
    firstName: row.first_name,
    choice: row.is_on ?? undefined,
    hasBought: Boolean(row.has_bought),
    isYoung: row.guardian_name !== null,
  }
}

/** @returns false where they have got it */
export async function insertRecipient(
  tx: Db,
  { newsId, memberId, tokenHash, now }: { newsId: string; memberId: MemberId; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('news_recipient')
    .values({ news_id: newsId, member_id: memberId, token_hash: tokenHash, sent_to_at: now })
    .onConflict((conflict) => conflict.columns(['news_id', 'member_id']).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Whose letter holds this link. */
export async function findSubscriber(db: Db, tokenHash: Buffer): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('news_recipient')
    .where('token_hash', '=', tokenHash)
    .select('member_id')
    .executeTakeFirst()
  return row?.member_id as MemberId | undefined
}

/** Newest first. */
export async function listNewsOf(db: Db, memberId: MemberId) {
  return db
    .selectFrom('news_recipient')
    .innerJoin('news', 'news.id', 'news_recipient.news_id')
    .where('member_id', '=', memberId)
    .select(['news.id', 'news.subject', 'sent_to_at'])
    .orderBy('sent_to_at', 'desc')
    .execute()
}

/** What a member got, and who of the staff wrote it. */
export async function deleteRecipient(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('news_recipient').where('member_id', '=', memberId).execute()
  await tx.updateTable('news').set({ written_by: null }).where('written_by', '=', memberId).execute()
}
