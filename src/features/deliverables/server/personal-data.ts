import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { deleteFiles, describeFiles } from '#platform/server/files/store.ts'
import type { DataSubject, PersonalData, PersonalDataAreas } from '#platform/server/personal-data.ts'
import { deliverableName } from '../rules.ts'
import {
  deleteDeliverables,
  listAllComments,
  listAllDeliverables,
  listAllVersions,
  listDeliverableIds,
} from './personal-store.ts'

export const personalData = {
  deliverables: { export: exportDeliverables, erase: eraseDeliverables },
} satisfies PersonalDataAreas

/** Deletes the member's deliverables and their files. The numbers are kept in the ledger. */
async function eraseDeliverables(tx: Db, _: Context, { memberId }: DataSubject): Promise<void> {
  await deleteFiles(tx, await deleteDeliverables(tx, await listDeliverableIds(tx, memberId)))
}

/** Lists each file with the page where it can be downloaded. The files may amount to gigabytes. */
async function exportDeliverables(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const items = await listAllDeliverables(db, memberId)
  const versions = await listAllVersions(db, memberId)
  const files = await describeFiles(
    db,
    versions.flatMap((row) => row.fileId ?? []),
  )
  const comments = await listAllComments(db, memberId)
  return {
    sections: [
      {
        key: 'deliverables',
        title: 'Your deliverables',
        facts: items.map((row) => ({
          what: deliverableName(row),
          package: row.packageTitle,
          state: row.state.replaceAll('_', ' '),
          dueOn: row.dueOn,
          approvedAt: row.approvedAt,
          deliveredAt: row.deliveredAt,
        })),
      },
      {
        key: 'deliverableVersions',
        title: 'Versions shared with you',
        facts: versions.map((row) => ({
          what: row.title,
          number: row.itemNumber,
          version: row.number,
          note: row.note,
          file: (row.fileId && files.get(row.fileId)?.name) ?? null,
          downloadFrom: row.fileId && `/portal/deliverables/${row.deliverableId}`,
          sharedAt: row.publishedAt,
        })),
      },
      {
        key: 'deliverableComments',
        title: 'Comments on your deliverables',
        facts: comments.map((row) => ({
          what: row.title,
          number: row.itemNumber,
          from: row.author,
          text: row.text,
          writtenAt: row.writtenAt,
        })),
      },
    ],
  }
}
