import { findConsultantProfile } from '#features/consultants/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import { openFile } from '#platform/server/files/read-file.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findConsultantDeliverable } from '../consultant/server/store.ts'
import { findDeliverable, findMemberDeliverable, listVersions } from './store.ts'

type VersionParams = { deliverableId: string; number: number }

/** Only versions that have been published to the member. */
export async function downloadVersion(context: MemberContext, params: VersionParams) {
  const item = await findMemberDeliverable(context.db, context.actor.memberId, params.deliverableId)
  return openVersion(context, item, params.number, { includeDrafts: false })
}

/** Only deliverables that the consultant is making or can take. */
export async function downloadConsultantVersion(context: MemberContext, params: VersionParams) {
  const { db, actor, now } = context
  const consultant = await findConsultantProfile(db, actor.memberId)
  const item = consultant && (await findConsultantDeliverable(db, consultant, params.deliverableId, now()))
  return openVersion(context, item, params.number, { includeDrafts: true })
}

/** Any version, for administrators. */
export async function downloadAdminVersion(context: MemberContext, params: VersionParams) {
  return openVersion(context, await findDeliverable(context.db, params.deliverableId), params.number, {
    includeDrafts: true,
  })
}

async function openVersion(
  context: MemberContext,
  item: { id: string } | undefined,
  number: number,
  { includeDrafts }: { includeDrafts: boolean },
) {
  const versions = item ? await listVersions(context.db, item.id) : []
  const version = versions.find((candidate) => candidate.number === number)
  if (!version?.fileId || !(includeDrafts || version.publishedAt)) throw new Refused('version-not-found')
  return openFile(context, version.fileId)
}
