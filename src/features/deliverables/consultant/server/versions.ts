import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { receiveUpload } from '#platform/server/files/receive-upload.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { FileUpload } from '#platform/shared/upload-rules.ts'
import { MAX_VERSIONS } from '../../contract.ts'
import { workBlocker } from '../../rules.ts'
import { deleteStoredVersion, insertVersion, listVersions } from '../../server/store.ts'
import { takeStep } from './work-steps.ts'
import { requireConsultantDeliverable, toSituation } from './worklist.ts'

export async function addVersionNote(context: MemberContext, deliverableId: string, note: string) {
  return addVersion(context, deliverableId, async () => ({ fileId: null, note }))
}

/** Receives and checks the upload before any transaction, so that a slow connection holds no locks. */
export async function addVersionFile(
  context: MemberContext,
  deliverableId: string,
  { name, upload }: { name: string; upload: FileUpload },
) {
  const work = await requireConsultantDeliverable(context, deliverableId)
  const blocker = workBlocker('add', toSituation(work, await listVersions(context.db, deliverableId)), context.now())
  if (blocker) throw new Refused(blocker)
  await using file = await receiveUpload(context, upload, name)
  return await addVersion(context, deliverableId, async (tx) => ({
    fileId: await storeFile(tx, file, context.now()),
    note: null,
  }))
}

async function addVersion(
  context: MemberContext,
  deliverableId: string,
  makeContent: (tx: Db) => Promise<{ fileId: string | null; note: string | null }>,
) {
  return takeStep(context, deliverableId, 'add', async (tx, { versions, at }) => {
    const number = (versions[0]?.number ?? 0) + 1
    if (number > MAX_VERSIONS) throw new Refused('too-many-versions')
    await insertVersion(tx, { deliverableId, number, ...(await makeContent(tx)), madeAt: at, publishedAt: null })
  })
}

/** Deletes a version unless the member has already seen it. */
export async function deleteVersion(
  context: MemberContext,
  { deliverableId, number }: { deliverableId: string; number: number },
) {
  return takeStep(context, deliverableId, 'add', async (tx, { versions }) => {
    const version = versions.find((candidate) => candidate.number === number && candidate.publishedAt === null)
    if (!version) throw new Refused('version-not-found')
    await deleteStoredVersion(tx, deliverableId, number)
    if (version.fileId) await deleteFiles(tx, [version.fileId])
  })
}
