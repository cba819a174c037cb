import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { receiveFile } from '#platform/server/files/receive-file.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { FileUpload } from '#platform/shared/stored-file.ts'
import type { WorkDetails } from '../contract/work.ts'
import { MOST_VERSIONS } from '../contract.ts'
import { obstacleToWork } from '../rules/items.ts'
import { requireWork, situationOf } from './get-work.ts'
import { stepWork } from './step-work.ts'
import { insertVersion, listVersions } from './version-store.ts'

type Content = { fileId: string | null; note: string | null }

export async function addVersionNote(context: MemberContext, itemId: string, note: string): Promise<WorkDetails> {
  return addVersion(context, itemId, async () => ({ fileId: null, note }))
}

/** It arrives and is looked at before anything is held: a transaction does not wait for a slow line. */
export async function addVersionFile(
  context: MemberContext,
  itemId: string,
  { name, upload }: { name: string; upload: FileUpload },
): Promise<WorkDetails> {
  const work = await requireWork(context, itemId)
  const obstacle = obstacleToWork('add', situationOf(work, await listVersions(context.db, itemId)), context.now())
  if (obstacle) throw new Refused(obstacle)
  await using file = await receiveFile(context, upload, name)
  return await addVersion(context, itemId, async (tx) => ({
    fileId: await storeFile(tx, file, context.now()),
    note: null,
  }))
}

async function addVersion(context: MemberContext, itemId: string, makeContent: (tx: Db) => Promise<Content>) {
  return stepWork(context, itemId, 'add', async (tx, { versions, at }) => {
    const number = (versions[0]?.number ?? 0) + 1
    if (number > MOST_VERSIONS) throw new Refused('too-many-versions')
    await insertVersion(tx, { itemId, number, ...(await makeContent(tx)), at })
  })
}
