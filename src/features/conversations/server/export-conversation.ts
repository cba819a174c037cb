import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { findConversation, listAllMessages } from './personal-store.ts'

export async function exportConversation(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
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
                newestMessageAt: conversation.last_message_at,
                youWaitForAnAnswerSince: conversation.waiting_since,
                readByYouUntil: conversation.read_until,
              },
            ]
          : [],
      },
      {
        key: 'conversationMessages',
        title: 'What you and we wrote in it',
        facts: messages.map((row) => ({
          from: row.author === 'member' ? 'you' : 'us',
          by: row.came_by,
          text: row.text,
          filesNotTaken: row.untaken_files,
          writtenAt: row.written_at,
        })),
      },
    ],
  }
}
