import '../../server/tables.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { CancellationOutcome } from '../contract.ts'
import { printOrderReference } from '../rules.ts'

type NewCancellation = {
  id: string
  /** Of the case in the inbox. */
  reference: string
  name: string
  orderReference: string
  email: string
  receivedAt: Date
}

/** @returns false if the id is taken */
export async function insertCancellation(tx: Db, { orderReference, ...message }: NewCancellation): Promise<boolean> {
  const inserted = await tx
    .insertInto('message')
    .values({
      ...message,
      kind: 'contact',
      topic: null,
      spamReason: null,
      body: `I cancel my contract. Order reference: ${printOrderReference(orderReference)}.`,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await tx.insertInto('cancellation').values({ messageId: inserted.id, orderReference }).execute()
  return true
}

export type StoredCancellation = NonNullable<Awaited<ReturnType<typeof findCancellation>>>

export async function findCancellation(db: Db, messageId: string) {
  return db
    .selectFrom('cancellation')
    .innerJoin('message', 'message.id', 'cancellation.messageId')
    .where('messageId', '=', messageId)
    .select([
      'messageId',
      'message.reference',
      'name',
      'email',
      'receivedAt',
      'orderReference',
      'outcome',
      'purchaseId',
    ])
    .executeTakeFirst()
}

/** Closes the case if nothing is left to do and no one has begun to work on it. @returns false if it was decided before */
export async function saveOutcome(
  tx: Db,
  messageId: string,
  { outcome, purchaseId, isDone }: { outcome: CancellationOutcome; purchaseId: string | null; isDone: boolean },
): Promise<boolean> {
  const saved = await tx
    .updateTable('cancellation')
    .set({ outcome, purchaseId })
    .where('messageId', '=', messageId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) return false
  if (isDone)
    await tx
      .updateTable('message')
      .set(({ eb }) => ({ state: 'closed' as const, version: eb('version', '+', 1) }))
      .where('id', '=', messageId)
      .where('state', '=', 'new')
      .execute()
  return true
}
