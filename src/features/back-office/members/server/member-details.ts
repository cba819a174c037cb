import { actForMember, requireMember } from '#features/accounts/server/public.ts'
import { listEmailsTo } from '#features/emails/server/public.ts'
import { getOwnedPackage, listOwnedPackages } from '#features/purchases/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { openFile } from '#platform/server/files/read-file.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import { afterCursor, pageFrom } from '#platform/server/paging.ts'
import type { QueryOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import type {
  listMemberEmails as emailsEndpoint,
  listMemberFiles as endpoint,
  MemberFile,
  listMemberPackages as packagesEndpoint,
} from '../contract.ts'
import { type FileRow, getMemberRow, hasFile, listFileRows } from './store.ts'

export async function listMemberFiles(
  { db }: MemberContext,
  memberId: string,
  { cursor, limit }: QueryOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { id } = await requireMember(db, memberId)
  const rows = await listFileRows(db, id, { limit: limit + 1, after: afterCursor(cursor) })
  const files = await describeFiles(
    db,
    rows.map(({ fileId }) => fileId),
  )
  const show = ({ fileId: id, kind, title, addedAt }: FileRow): MemberFile => {
    const file = files.get(id)
    if (!file) throw new Error(`File ${id} is missing`)
    return { ...file, id, kind, title, addedAt: addedAt.toISOString() }
  }
  return pageFrom(rows, limit, (row) => ({ at: row.addedAt, id: row.fileId }), show)
}

/** Records in the audit log which administrator opened the file. */
export async function openMemberFile(
  context: MemberContext,
  { memberId, fileId }: { memberId: string; fileId: string },
): Promise<LargeFileResponse> {
  const { db } = context
  const { id } = await requireMember(db, memberId)
  if (!(await hasFile(db, id, fileId))) throw new Refused('file-not-found')
  const after = { file: fileId }
  await recordAction(db, context, { action: 'member.file-opened', object: { kind: 'member', id }, after })
  return openFile(context, fileId)
}

/** Only emails since the account was created. Before that, the address may have been someone else's. */
export async function listMemberEmails(
  context: MemberContext,
  memberId: string,
  page: QueryOf<typeof emailsEndpoint>,
): Promise<ResponseOf<typeof emailsEndpoint>> {
  const { db, now } = context
  const { id, email } = await requireMember(db, memberId)
  const { createdAt: since } = await getMemberRow(db, id, now())
  return listEmailsTo(context, { address: email, since }, page)
}

/** Lists the packages as the member sees them. */
export async function listMemberPackages(
  context: MemberContext,
  memberId: string,
  page: QueryOf<typeof packagesEndpoint>,
): Promise<ResponseOf<typeof packagesEndpoint>> {
  const asMember = await actForMember(context, memberId)
  const { items, nextCursor } = await listOwnedPackages(asMember, page)
  return { items: await Promise.all(items.map(({ id }) => getOwnedPackage(asMember, id))), nextCursor }
}
