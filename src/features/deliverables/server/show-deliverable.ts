import type { Db } from '#platform/server/db/tables.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import type {
  Deliverable,
  DeliverableComment,
  DeliverableDetails,
  DeliverableState,
  DeliverableVersion,
} from '../contract.ts'
import { deliverableState } from '../rules.ts'
import { type DeliverableRow, listComments, listVersions } from './store.ts'

export function showDeliverable(row: DeliverableRow): Deliverable {
  return {
    id: row.id,
    entitlementId: row.entitlementId,
    packageTitle: row.packageTitle,
    lineKey: row.lineKey,
    title: row.title,
    unit: row.unit,
    number: row.number,
    promised: row.promised,
    dueOn: row.dueOn,
    state: toDeliverableState(row),
    consultantName: row.consultantName,
    deliveredAt: row.deliveredAt?.toISOString() ?? null,
  }
}

export function toDeliverableState({
  state,
  cancelledAt,
  isNeitherRefundedNorDisputed,
}: DeliverableRow): DeliverableState {
  return deliverableState(state, { isPackageOver: cancelledAt !== null || !isNeitherRefundedNorDisputed })
}

/** @param includeDrafts true to include versions that the member cannot see yet */
export async function showDetails(
  db: Db,
  row: DeliverableRow,
  { includeDrafts }: { includeDrafts: boolean },
): Promise<DeliverableDetails> {
  const versions = await showVersions(db, row.id)
  return {
    ...showDeliverable(row),
    versions: includeDrafts ? versions : versions.filter(({ publishedAt }) => publishedAt !== null),
    comments: (await listComments(db, row.id)).map(
      (comment): DeliverableComment => ({
        id: comment.id,
        author: comment.author,
        text: comment.text,
        requestsChangesTo: comment.requestsChangesTo,
        writtenAt: comment.writtenAt.toISOString(),
      }),
    ),
  }
}

async function showVersions(db: Db, deliverableId: string): Promise<DeliverableVersion[]> {
  const rows = await listVersions(db, deliverableId)
  const files = await describeFiles(
    db,
    rows.flatMap((row) => row.fileId ?? []),
  )
  return rows.map((row) => ({
    number: row.number,
    file: (row.fileId && files.get(row.fileId)) || null,
    note: row.note,
    createdAt: row.madeAt.toISOString(),
    publishedAt: row.publishedAt?.toISOString() ?? null,
  }))
}
