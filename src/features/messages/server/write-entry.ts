import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findMessage, insertEntry, lockMessage, type MessageRow } from './inbox-store.ts'

type Entry = { id: string; messageId: string; kind: 'reply' | 'note'; text: string }

/**
 * Puts an answer or a note under a message, which is locked until the transaction ends.
 * @throws Refused where there is no such message, or other words stand under the id
 */
export async function writeEntry(
  tx: Db,
  { actor, now }: MemberContext,
  entry: Entry,
): Promise<{ message: MessageRow; isNew: boolean }> {
  await lockMessage(tx, entry.messageId)
  const message = await findMessage(tx, entry.messageId)
  if (!message) throw new Refused('message-not-found')
  const outcome = await insertEntry(tx, { ...entry, staffId: actor.memberId, writtenAt: now() })
  if (outcome === 'otherwise') throw new Refused('sent-otherwise')
  return { message, isNew: outcome === 'new' }
}
