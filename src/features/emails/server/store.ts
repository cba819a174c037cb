import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'

export type StoredNewsletter = { id: string; subject: string; text: string }

/** @returns false if this newsletter has already been sent */
export async function insertNewsletter(
  tx: Db,
  { id, subject, text, writtenBy, writtenAt }: StoredNewsletter & { writtenBy: MemberId; writtenAt: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('newsletter')
    .values({ id, subject, text, writtenBy, writtenAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function findNewsletter(db: Db, id: string): Promise<StoredNewsletter | undefined> {
  return db.selectFrom('newsletter').where('id', '=', id).select(['id', 'subject', 'text']).executeTakeFirst()
}

/**
 * Active members with a confirmed address who have not received this newsletter, ordered by id. Includes the
 * preferences that decide whether they may receive it.
 */
export async function listNewsletterCandidates(
  db: Db,
  newsletterId: string,
  { after, limit }: { after: string | undefined; limit: number },
) {
  let query = selectReaders(db).where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom('newsletterRecipient')
          .where('newsletterRecipient.newsletterId', '=', newsletterId)
          .whereRef('newsletterRecipient.memberId', '=', 'account.id')
          .select('newsletterId'),
      ),
    ),
  )
  if (after) query = query.where('account.id', '>', after)
  return (await query.orderBy('account.id').limit(limit).execute()).map(toReader)
}

/**
 * Finds the active member by unsubscribe token, with the preferences that decide whether they may receive newsletters.
 */
export async function findNewsletterReader(db: Db, tokenHash: Buffer) {
  const row = await selectReaders(db)
    .innerJoin('newsletterRecipient', 'newsletterRecipient.memberId', 'account.id')
    .where('newsletterRecipient.tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row && toReader(row)
}

/** Active members with a confirmed address. */
function selectReaders(db: Db) {
  return db
    .selectFrom('account')
    .leftJoin('notificationChoice', (join) =>
      join
        .onRef('notificationChoice.accountId', '=', 'account.id')
        .on('notificationChoice.kind', '=', 'news')
        .on('notificationChoice.channel', '=', 'email'),
    )
    .where('account.role', '=', 'member')
    .where('account.deletedAt', 'is', null)
    .where('account.disabledAt', 'is', null)
    .where('account.emailVerifiedAt', 'is not', null)
    .select(['account.id', 'account.email', 'account.firstName', 'account.guardianName'])
    .select('notificationChoice.isOn')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('purchase')
          .whereRef('purchase.memberId', '=', 'account.id')
          .where('purchase.completedAt', 'is not', null)
          .select('purchase.id'),
      ).as('hasBought'),
    )
}

type ReaderRow = Awaited<ReturnType<ReturnType<typeof selectReaders>['execute']>>[number]

function toReader(row: ReaderRow) {
  return {
    id: row.id as MemberId,
    email: row.email,
    firstName: row.firstName,
    choice: row.isOn ?? undefined,
    hasBought: Boolean(row.hasBought),
    isYoung: row.guardianName !== null,
  }
}

/** @returns false if the member has already received it */
export async function insertRecipient(
  tx: Db,
  {
    newsletterId,
    memberId,
    tokenHash,
    now,
  }: { newsletterId: string; memberId: MemberId; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('newsletterRecipient')
    .values({ newsletterId, memberId, tokenHash, sentToAt: now })
    .onConflict((conflict) => conflict.columns(['newsletterId', 'memberId']).doNothing())
    .executeTakeFirst()
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Finds the member by the token in their unsubscribe link. */
export async function findSubscriber(db: Db, tokenHash: Buffer): Promise<MemberId | undefined> {
  const row = await db
    .selectFrom('newsletterRecipient')
    .where('tokenHash', '=', tokenHash)
    .select('memberId')
    .executeTakeFirst()
  return row?.memberId as MemberId | undefined
}

/** Newest first. */
export async function listReceivedNewsletters(db: Db, memberId: MemberId) {
  return db
    .selectFrom('newsletterRecipient')
    .innerJoin('newsletter', 'newsletter.id', 'newsletterRecipient.newsletterId')
    .where('memberId', '=', memberId)
    .select(['newsletter.id', 'newsletter.subject', 'sentToAt'])
    .orderBy('sentToAt', 'desc')
    .execute()
}

/** Deletes a member's received newsletters, and removes the member's id as author from those they wrote as staff. */
export async function deleteRecipient(tx: Db, memberId: MemberId): Promise<void> {
  await tx.deleteFrom('newsletterRecipient').where('memberId', '=', memberId).execute()
  await tx.updateTable('newsletter').set({ writtenBy: null }).where('writtenBy', '=', memberId).execute()
}
