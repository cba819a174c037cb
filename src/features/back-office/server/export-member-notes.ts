import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { listNoteRows } from './note-store.ts'

/** It is about them. Who wrote it is about somebody else. */
export async function exportMemberNotes(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const rows = await listNoteRows(db, memberId)
  const facts = rows.map(({ text, written_at }) => ({ text, writtenAt: written_at }))
  return { sections: [{ key: 'memberNotes', title: 'What our staff have noted about you', facts }] }
}
