import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { openFile } from '#platform/server/files/open-file.ts'
import type { LargeFileAnswer } from '#platform/shared/file-answer.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findWork, findWorker } from './list-store.ts'
import { findItemOf } from './store.ts'
import { listVersions, type VersionRow } from './version-store.ts'

type Asked = { itemId: string; number: number }

/** Of what the member has been shown. */
export async function openVersion({ db, actor }: MemberContext, { itemId, number }: Asked): Promise<LargeFileAnswer> {
  const item = await findItemOf(db, actor.memberId, itemId)
  return openOneOf(db, item ? await listVersions(db, itemId) : [], (version) => {
    return version.number === number && version.published_at !== null
  })
}

/** Of what the consultant makes or may take. */
export async function openWorkVersion(
  { db, actor, now }: MemberContext,
  { itemId, number }: Asked,
): Promise<LargeFileAnswer> {
  const worker = await findWorker(db, actor.memberId)
  const item = worker && (await findWork(db, worker, itemId, now()))
  return openOneOf(db, item ? await listVersions(db, itemId) : [], (version) => version.number === number)
}

/** Of what anybody makes, for administrators. */
export async function openBoardVersion({ db }: MemberContext, { itemId, number }: Asked): Promise<LargeFileAnswer> {
  return openOneOf(db, await listVersions(db, itemId), (version) => version.number === number)
}

async function openOneOf(db: Db, versions: VersionRow[], isAsked: (version: VersionRow) => boolean) {
  const fileId = versions.find(isAsked)?.file_id
  if (!fileId) throw new Refused('version-not-found')
  return openFile(db, fileId)
}
