import { requireMember } from '#features/accounts/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { openFile } from '#platform/server/files/open-file.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { listMemberFiles as endpoint, MemberFile } from '../contract/member.ts'
import { type FileRow, hasFile, listFileRows } from './member-store.ts'

export async function listMemberFiles(
  { db }: MemberContext,
  memberId: string,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { id } = await requireMember(db, memberId)
  const rows = await listFileRows(db, id, { limit: limit + 1, after: afterCursor(cursor) })
  const files = await describeFiles(
    db,
    rows.map(({ file_id }) => file_id),
  )
  const show = ({ file_id: id, kind, title, added_at }: FileRow): MemberFile => {
    const file = files.get(id)
    if (!file) throw new Error(`File ${id} is missing`)
    return { ...file, id, kind, title, addedAt: added_at.toISOString() }
  }
  return pageFrom(rows, limit, (row) => ({ at: row.added_at, id: row.file_id }), show)
}

/** Who of the staff has read what a member gave to a consultant is recorded. */
export async function openMemberFile(
  context: MemberContext,
  { memberId, fileId }: { memberId: string; fileId: string },
): Promise<LargeFileAnswer> {
  const { db } = context
  const { id } = await requireMember(db, memberId)
  if (!(await hasFile(db, id, fileId))) throw new Refused('file-not-found')
  const after = { file: fileId }
  await recordAction(db, context, { action: 'member.file-opened', object: { kind: 'member', id }, after })
  return openFile(context, fileId)
}
