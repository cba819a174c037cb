import type { Db } from '#platform/server/db/tables.ts'
import { describeFiles } from '#platform/server/files/store.ts'
import type { Item, ItemComment, ItemDetails, ItemState, ItemVersion } from '../contract.ts'
import { itemState } from '../rules/items.ts'
import { type ItemRow, listComments } from './store.ts'
import { listVersions } from './version-store.ts'

export function showItem(row: ItemRow): Item {
  return {
    id: row.id,
    entitlementId: row.entitlement_id,
    packageTitle: row.package_title,
    lineKey: row.line_key,
    title: row.title,
    unit: row.unit,
    number: row.number,
    promised: row.promised,
    dueOn: row.due_on,
    state: stateOf(row),
    consultantName: row.consultant_name,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
  }
}

export function stateOf({ state, cancelled_at: cancelledAt, is_not_taken_back: isNotTakenBack }: ItemRow): ItemState {
  return itemState(state, { isPackageOver: cancelledAt !== null || !isNotTakenBack })
}

/** With what its member may see of it, or with everything. */
export async function showDetails(db: Db, row: ItemRow, { drafts }: { drafts: boolean }): Promise<ItemDetails> {
  const versions = await showVersions(db, row.id)
  return {
    ...showItem(row),
    versions: drafts ? versions : versions.filter(({ publishedAt }) => publishedAt !== null),
    comments: (await listComments(db, row.id)).map(
      (comment): ItemComment => ({
        id: comment.id,
        author: comment.author,
        text: comment.text,
        asksChangeOf: comment.asks_change_of,
        writtenAt: comment.written_at.toISOString(),
      }),
    ),
  }
}

async function showVersions(db: Db, itemId: string): Promise<ItemVersion[]> {
  const rows = await listVersions(db, itemId)
  const files = await describeFiles(
    db,
    rows.flatMap((row) => row.file_id ?? []),
  )
  return rows.map((row) => ({
    number: row.number,
    file: (row.file_id && files.get(row.file_id)) || null,
    note: row.note,
    madeAt: row.made_at.toISOString(),
    publishedAt: row.published_at?.toISOString() ?? null,
  }))
}
