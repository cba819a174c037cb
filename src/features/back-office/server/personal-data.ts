import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { deleteNotesAbout, listNoteRows } from '../members/server/store.ts'

export const personalData = {
  memberNotes: { export: exportMemberNotes, erase: eraseMemberNotes },
} satisfies PersonalDataAreas

async function eraseMemberNotes(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteNotesAbout(tx, memberId)
}

/** Includes notes about the member. Notes that the member wrote as staff are about other people and are left out. */
async function exportMemberNotes(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const rows = await listNoteRows(db, memberId)
  const facts = rows.map(({ text, writtenAt }) => ({ text, writtenAt }))
  return { sections: [{ key: 'memberNotes', title: 'Staff notes about you', facts }] }
}
