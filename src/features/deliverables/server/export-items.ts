import type { Db } from '#platform/server/db/tables.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import type { DataSubject, PersonalData } from '#platform/server/personal-data.ts'
import { itemName } from '../rules/items.ts'
import { listAllComments, listAllItems, listAllVersions } from './personal-store.ts'

/** The files themselves are named with the page on which each can be saved: together they may be gigabytes. */
export async function exportItems(db: Db, { memberId }: DataSubject): Promise<PersonalData> {
  const items = await listAllItems(db, memberId)
  const versions = await listAllVersions(db, memberId)
  const files = await describeFiles(
    db,
    versions.flatMap((row) => row.file_id ?? []),
  )
  const comments = await listAllComments(db, memberId)
  return {
    sections: [
      {
        key: 'deliverables',
        title: 'What is made for you',
        facts: items.map((row) => ({
          what: itemName(row),
          package: row.package_title,
          state: row.state.replaceAll('_', ' '),
          dueOn: row.due_on,
          approvedAt: row.approved_at,
          deliveredAt: row.delivered_at,
        })),
      },
      {
        key: 'deliverableVersions',
        title: 'The versions that you were shown',
        facts: versions.map((row) => ({
          what: row.title,
          number: row.item_number,
          version: row.number,
          note: row.note,
          file: (row.file_id && files.get(row.file_id)?.name) ?? null,
          saveItFrom: row.file_id && `/portal/deliverables/${row.item_id}`,
          shownAt: row.published_at,
        })),
      },
      {
        key: 'deliverableComments',
        title: 'What you and your consultants wrote about it',
        facts: comments.map((row) => ({
          what: row.title,
          number: row.item_number,
          from: row.author,
          text: row.text,
          writtenAt: row.written_at,
        })),
      },
    ],
  }
}
