import { findConsultantProfile } from '#features/consultants/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { openFile } from '#platform/server/files/read-file.ts'
import type { LargeFileResponse } from '#platform/shared/file-response.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findConsultantDeliverable } from '../consultant/server/store.ts'
import { findMemberDeliverable, listVersions, type VersionRow } from './store.ts'

type VersionParams = { deliverableId: string; number: number }

/** Only versions that the member has been shown. */
export async function downloadVersion(
  context: MemberContext,
  { deliverableId, number }: VersionParams,
): Promise<LargeFileResponse> {
  const { db, actor } = context
  const item = await findMemberDeliverable(db, actor.memberId, deliverableId)
  return downloadFile(context, item ? await listVersions(db, deliverableId) : [], (version) => {
    return version.number === number && version.publishedAt !== null
  })
}

/** Only deliverables that the consultant makes or may take. */
export async function downloadConsultantVersion(
  context: MemberContext,
  { deliverableId, number }: VersionParams,
): Promise<LargeFileResponse> {
  const { db, actor, now } = context
  const consultant = await findConsultantProfile(db, actor.memberId)
  const item = consultant && (await findConsultantDeliverable(db, consultant, deliverableId, now()))
  return downloadFile(
    context,
    item ? await listVersions(db, deliverableId) : [],
    (version) => version.number === number,
  )
}

/** Any version, for administrators. */
export async function downloadAdminVersion(
  context: MemberContext,
  { deliverableId, number }: VersionParams,
): Promise<LargeFileResponse> {
  return downloadFile(context, await listVersions(context.db, deliverableId), (version) => version.number === number)
}

async function downloadFile(
  context: MemberContext,
  versions: VersionRow[],
  isRequested: (version: VersionRow) => boolean,
) {
  const fileId = versions.find(isRequested)?.fileId
  if (!fileId) throw new Refused('version-not-found')
  return openFile(context, fileId)
}
