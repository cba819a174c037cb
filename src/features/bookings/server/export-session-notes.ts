import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listNotesAbout } from './note-store.ts'

/** What consultants wrote of the member's sessions, the private notes as well: they are about the member. */
export async function exportSessionNotes(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const notes = await listNotesAbout(db, memberId)
  const facts = notes.map(({ title, startsAt, isShared, text, writtenAt }) => ({
    session: title,
    startsAt,
    sharedWithYou: isShared,
    text,
    writtenAt,
  }))
  return { sections: [{ key: 'sessionNotes', title: 'What consultants wrote of your sessions', facts }] }
}
