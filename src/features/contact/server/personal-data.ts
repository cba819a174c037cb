import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteEmails, deleteEmailsOnceSent } from '#platform/server/email/store.ts'
import type { Consequences, DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { addSpan } from '#platform/shared/calendar.ts'
import { printOrderReference } from '../declarations/rules.ts'
import { topicLabels } from '../form/rules.ts'
import { isKeptAfterErasure, retention } from '../inbox/rules.ts'
import { replyReason } from '../inbox/server/reply-to-message.ts'
import { deleteMessages, listEntriesByMessage, listMessagesFrom } from './store.ts'

export const personalData = {
  messages: { export: exportMessages, erase: eraseMessages, preview: previewMessageErasure },
} satisfies PersonalDataAreas

/** Deletes messages and their emails. Complaints and cancellations are kept, and their emails still reach the company. */
async function eraseMessages(tx: Db, _: Context, { email, isEmailVerified }: DataSubject): Promise<void> {
  if (!isEmailVerified) return
  const messages = await listMessagesFrom(tx, email)
  const retained = messages.filter((row) => isKeptAfterErasure(row))
  const erased = messages.filter((row) => !isKeptAfterErasure(row))
  const entries = await listEntriesByMessage(tx, messages)
  await deleteEmails(tx, [
    ...entries.filter(({ kind }) => kind === 'reply').map(({ id, messageId }) => replyReason(messageId, id)),
    ...messages.map(({ id }) => `message:${id}:writer`),
    ...erased.map(({ id }) => `message:${id}:company`),
  ])
  await deleteEmailsOnceSent(
    tx,
    retained.map(({ id }) => `message:${id}:company`),
  )
  await deleteMessages(tx, erased)
}

/** Anyone can type any address into the forms, so only a confirmed address proves who wrote. */
async function exportMessages(db: Db, { email, isEmailVerified }: DataSubject): Promise<PersonalData> {
  const messages = isEmailVerified ? await listMessagesFrom(db, email) : []
  const entries = await listEntriesByMessage(db, messages)
  return {
    sections: [
      {
        key: 'messages',
        title: 'Messages, complaints and cancellations you sent us',
        facts: messages.map((row) => ({
          reference: row.reference,
          kind: row.kind,
          about: row.topic ? topicLabels[row.topic] : row.orderReference && printOrderReference(row.orderReference),
          cancellationOutcome: row.outcome,
          name: row.name,
          email: row.email,
          message: row.body,
          markedAsSpam: row.isSpam,
          receivedAt: row.receivedAt,
        })),
      },
      {
        key: 'messageEntries',
        title: 'Our replies to your messages, and our notes about them',
        facts: entries.map(({ reference, kind, text, writtenAt }) => ({ reference, kind, text, writtenAt })),
      },
    ],
  }
}

/** Counts the complaints and cancellations that would be kept. */
async function previewMessageErasure(db: Db, { email, isEmailVerified }: DataSubject): Promise<Consequences> {
  const messages = isEmailVerified ? await listMessagesFrom(db, email) : []
  return {
    keeps: (['complaint', 'cancellation'] as const).flatMap((kind) => {
      const retained = messages.filter((row) => row.kind === kind && isKeptAfterErasure(row))
      const last = retained.at(-1)
      if (!last) return []
      return [{ kind: `${kind}s` as const, count: retained.length, until: addSpan(last.receivedAt, retention[kind]) }]
    }),
  }
}
