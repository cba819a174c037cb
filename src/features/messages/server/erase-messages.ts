import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteMails, deleteMailsOnceSent } from '#platform/server/mail/store.ts'
import type { DataSubject } from '#platform/server/personal-data.ts'
import { isKeptAfterLeaving } from '../rules.ts'
import { deleteMessagesById, listEntriesOf, listMessagesFrom } from './personal-store.ts'
import { replyReason } from './reply-to-message.ts'

/** Messages go with their mails. Complaints stay, and reach the company where they have not yet. */
export async function eraseMessages(tx: Db, _: Context, { email, isEmailVerified }: DataSubject): Promise<void> {
  if (!isEmailVerified) return
  const messages = await listMessagesFrom(tx, email)
  const kept = messages.filter((row) => isKeptAfterLeaving(row))
  const erased = messages.filter((row) => !isKeptAfterLeaving(row))
  const entries = await listEntriesOf(
    tx,
    messages.map(({ id }) => id),
  )
  await deleteMails(tx, [
    ...entries.filter(({ kind }) => kind === 'reply').map(({ id, messageId }) => replyReason(messageId, id)),
    ...messages.map(({ id }) => `message:${id}:writer`),
    ...erased.map(({ id }) => `message:${id}:company`),
  ])
  await deleteMailsOnceSent(
    tx,
    kept.map(({ id }) => `message:${id}:company`),
  )
  await deleteMessagesById(
    tx,
    erased.map(({ id }) => id),
  )
}
