import type { Db } from '#platform/server/db/tables.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import type { Deliverable, DeliverableDetails, DeliverableState } from '../contract.ts'
import { deliverableState } from '../rules.ts'
import { type DeliverableRow, listComments, listVersions } from './store.ts'

export function showDeliverable({ deliveredAt, ...row }: DeliverableRow): Deliverable {
  return { ...row, state: toDeliverableState(row), deliveredAt: deliveredAt?.toISOString() ?? null }
}

export function toDeliverableState({
  state,
  cancelledAt,
  isNeitherRefundedNorDisputed,
}: Pick<DeliverableRow, 'state' | 'cancelledAt' | 'isNeitherRefundedNorDisputed'>): DeliverableState {
  return deliverableState(state, { isPackageOver: cancelledAt !== null || !isNeitherRefundedNorDisputed })
}

/** Returns whether the assigned consultant can log in. */
export function hasActiveConsultant({ consultantRole, consultantDisabledAt }: DeliverableRow): boolean {
  return consultantRole === 'consultant' && consultantDisabledAt === null
}

/** @param includeDrafts true to include versions that the member cannot see yet */
export async function showDetails(
  db: Db,
  row: DeliverableRow,
  { includeDrafts }: { includeDrafts: boolean },
): Promise<DeliverableDetails> {
  const versions = (await listVersions(db, row.id)).filter(({ publishedAt }) => includeDrafts || publishedAt)
  const files = await describeFiles(
    db,
    versions.flatMap(({ fileId }) => fileId ?? []),
  )
  const comments = await listComments(db, row.id)
  return {
    ...showDeliverable(row),
    versions: versions.map(({ number, fileId, note, madeAt, publishedAt }) => ({
      number,
      file: (fileId && files.get(fileId)) || null,
      note,
      createdAt: madeAt.toISOString(),
      publishedAt: publishedAt?.toISOString() ?? null,
    })),
    comments: comments.map((comment) => ({ ...comment, writtenAt: comment.writtenAt.toISOString() })),
  }
}
