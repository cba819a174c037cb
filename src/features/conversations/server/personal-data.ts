import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteEmails } from '#platform/server/email/store.ts'
import type { DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { companyEmailReason } from '../messages/server/notify-company.ts'
import { deleteConversation, findConversation, listAllMessages, lockCorrespondent } from './store.ts'

export const personalData = {
  conversations: { export: exportConversation, erase: eraseConversation },
} satisfies PersonalDataAreas

/** Also deletes emails to the company, which name the member. Emails to the member go with all their others. */
async function eraseConversation(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await lockCorrespondent(tx, memberId)
  const conversation = await findConversation(tx, memberId)
  if (!conversation) return
  const emailNumbers = Array.from({ length: conversation.companyEmailCount }, (__, index) => index + 1)
  await deleteEmails(
    tx,
    emailNumbers.map((number) => companyEmailReason(memberId, number)),
  )
  await deleteConversation(tx, memberId)
}

async function exportConversation(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const conversation = await findConversation(db, memberId)
  const messages = await listAllMessages(db, memberId)
  return {
    sections: [
      {
        key: 'conversation',
        title: 'Your conversation with us',
        facts: conversation
          ? [
              {
                lastMessageAt: conversation.lastMessageAt,
                waitingForReplySince: conversation.waitingSince,
                youReadUntil: conversation.readUntil,
              },
            ]
          : [],
      },
      {
        key: 'conversationMessages',
        title: 'Messages in your conversation with us',
        facts: messages.map((row) => ({
          from: row.author === 'member' ? 'you' : 'us',
          by: row.channel,
          text: row.text,
          filesNotKept: row.skippedFiles,
          writtenAt: row.writtenAt,
        })),
      },
    ],
  }
}
