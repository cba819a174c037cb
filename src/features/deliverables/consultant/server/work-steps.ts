import { recordDelivery } from '#features/purchases/server/public.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { receiveUpload } from '#platform/server/files/receive-upload.ts'
import { deleteFiles } from '#platform/server/files/store.ts'
import { storeFile } from '#platform/server/files/store-file.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { FileUpload } from '#platform/shared/upload-rules.ts'
import { MAX_VERSIONS } from '../../contract.ts'
import { type WorkStep, workBlocker } from '../../rules.ts'
import { notifyDeliverableChanged } from '../../server/notify-deliverable-changed.ts'
import {
  deleteStoredVersion,
  insertVersion,
  listVersions,
  lockDeliverable,
  publishVersions,
  saveStep,
  type VersionRow,
} from '../../server/store.ts'
import { type ConsultantWork, getConsultantDeliverable, requireConsultantDeliverable, toSituation } from './worklist.ts'

/** Publishes the versions to the member and asks for approval. */
export async function requestApproval(context: MemberContext, deliverableId: string) {
  return takeStep(context, deliverableId, 'ask', async (tx, { row, versions, at }) => {
    await publishVersions(tx, deliverableId, at)
    await saveStep(tx, deliverableId, { state: 'for_approval', approvalRequestedAt: at })
    await notifyDeliverableChanged(tx, context, row, { to: 'member', kind: 'asked', cause: versions[0]?.number ?? 0 })
  })
}

/**
 * Delivers without asking for approval, or if there is no answer after `ANSWER_DAYS`. The deliverable then counts as
 * used.
 */
export async function markDelivered(context: MemberContext, deliverableId: string) {
  return takeStep(context, deliverableId, 'deliver', async (tx, { row, at }) => {
    await publishVersions(tx, deliverableId, at)
    await saveStep(tx, deliverableId, { state: 'delivered', deliveredAt: at })
    await recordDelivery(tx, { causeId: deliverableId, entitlementId: row.entitlementId, lineKey: row.lineKey, at })
    await notifyDeliverableChanged(tx, context, row, { to: 'member', kind: 'delivered', cause: deliverableId })
  })
}

/**
 * If two consultants take a deliverable at the same time, the second gets `deliverable-not-found`. Repeating the
 * request has no effect.
 */
export async function takeDeliverable(context: MemberContext, deliverableId: string) {
  return takeStep(context, deliverableId, 'take', async (tx, { consultant, row }) => {
    const state = row.state === 'for_approval' ? 'for_approval' : 'in_progress'
    await saveStep(tx, deliverableId, { state, consultantId: consultant.id })
  })
}

export async function addVersionNote(context: MemberContext, deliverableId: string, note: string) {
  return addVersion(context, deliverableId, async () => ({ fileId: null, note }))
}

/** Receives and checks the upload before starting a transaction, so that a slow connection does not hold locks. */
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

/** Runs a consultant's step, if it is allowed now, with the deliverable locked. */
async function takeStep(
  context: MemberContext,
  deliverableId: string,
  step: WorkStep,
  save: (tx: Db, work: ConsultantWork & { versions: VersionRow[]; at: Date }) => Promise<void>,
) {
  await context.db.transaction().execute(async (tx) => {
    const txContext = { ...context, db: tx }
    // Check access first, so that no one can lock another consultant's deliverable.
    await requireConsultantDeliverable(txContext, deliverableId)
    await lockDeliverable(tx, deliverableId)
    const work = await requireConsultantDeliverable(txContext, deliverableId)
    const versions = await listVersions(tx, deliverableId)
    const at = context.now()
    const blocker = workBlocker(step, toSituation(work, versions), at)
    if (blocker) throw new Refused(blocker)
    await save(tx, { ...work, versions, at })
  })
  return getConsultantDeliverable(context, deliverableId)
}
