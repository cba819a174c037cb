import type { MemberContext } from '#platform/server/context.ts'
import { openFile } from '#platform/server/files/open-file.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findWork, findWorker } from './list-store.ts'
import { findItemOf } from './store.ts'
import { listVersions, type VersionRow } from './version-store.ts'

type Asked = { itemId: string; number: number }

/** Of what the member has been shown. */
export async function openVersion(context: MemberContext, { itemId, number }: Asked): Promise<LargeFileAnswer> {
  const { db, actor } = context
  const item = await findItemOf(db, actor.memberId, itemId)
  return openOneOf(context, item ? await listVersions(db, itemId) : [], (version) => {
    return version.number === number && version.published_at !== null
  })
}

/** Of what the consultant makes or may take. */
export async function openWorkVersion(context: MemberContext, { itemId, number }: Asked): Promise<LargeFileAnswer> {
  const { db, actor, now } = context
  const worker = await findWorker(db, actor.memberId)
  const item = worker && (await findWork(db, worker, itemId, now()))
  return openOneOf(context, item ? await listVersions(db, itemId) : [], (version) => version.number === number)
}

/** Of what anybody makes, for administrators. */
export async function openBoardVersion(context: MemberContext, { itemId, number }: Asked): Promise<LargeFileAnswer> {
  return openOneOf(context, await listVersions(context.db, itemId), (version) => version.number === number)
}

async function openOneOf(context: MemberContext, versions: VersionRow[], isAsked: (version: VersionRow) => boolean) {
  const fileId = versions.find(isAsked)?.file_id
  if (!fileId) throw new Refused('version-not-found')
  return openFile(context, fileId)
}
