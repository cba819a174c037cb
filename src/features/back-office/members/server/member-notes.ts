import { requireMember } from '#features/accounts/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { listMemberNotes as listEndpoint, MemberNote } from '../contract.ts'
import { deleteMemberNote, insertMemberNote, listNoteRows, type NoteRow } from './store.ts'

export async function listMemberNotes(
  { db, actor }: MemberContext,
  memberId: string,
  { cursor, limit }: QueryOf<typeof listEndpoint>,
): Promise<ResponseOf<typeof listEndpoint>> {
  const { id } = await requireMember(db, memberId)
  const rows = await listNoteRows(db, id, { limit: limit + 1, after: afterCursor(cursor) })
  const toPosition = (row: NoteRow) => ({ at: row.writtenAt, id: row.id })
  return pageFrom(rows, limit, toPosition, (row) => showNote(row, actor.memberId))
}

export async function writeMemberNote(
  context: MemberContext,
  memberId: string,
  { text }: { text: string },
): Promise<MemberNote> {
  const { actor, db } = context
  return db.transaction().execute(async (tx) => {
    const { id } = await requireMember(tx, memberId)
    const row = await insertMemberNote(tx, {
      memberId: id,
      authorId: actor.memberId,
      text,
      writtenAt: context.now(),
    })
    const after = { note: row.id }
    await recordAction(tx, context, { action: 'member.note-written', object: { kind: 'member', id }, after })
    return showNote(row, actor.memberId)
  })
}

export async function removeMemberNote(
  context: MemberContext,
  { memberId, noteId }: { memberId: string; noteId: string },
): Promise<null> {
  const { actor, db } = context
  return db.transaction().execute(async (tx) => {
    const { id } = await requireMember(tx, memberId)
    const isRemoved = await deleteMemberNote(tx, { id: noteId, memberId: id, authorId: actor.memberId })
    if (!isRemoved) throw new Refused('note-not-found')
    const before = { note: noteId }
    await recordAction(tx, context, { action: 'member.note-removed', object: { kind: 'member', id }, before })
    return null
  })
}

function showNote({ id, authorId, author, text, writtenAt }: NoteRow, reader: MemberId): MemberNote {
  return { id, author, isOwn: authorId === reader, text, writtenAt: writtenAt.toISOString() }
}
