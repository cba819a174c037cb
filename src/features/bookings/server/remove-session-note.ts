import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { deleteNote } from './note-store.ts'

export async function removeSessionNote({ db, actor }: MemberContext, noteId: string): Promise<null> {
  if (!(await deleteNote(db, actor.memberId, noteId))) throw new Refused('note-not-found')
  return null
}
