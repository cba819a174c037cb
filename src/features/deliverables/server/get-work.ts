import type { MemberContext } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { WorkDetails, WorkItem } from '../contract/work.ts'
import type { Situation } from '../rules/items.ts'
import { findWork, findWorker, type Worker } from './list-store.ts'
import { showDetails, showItem, stateOf } from './show-item.ts'
import type { ItemRow } from './store.ts'
import type { VersionRow } from './version-store.ts'

export async function getWork(context: MemberContext, itemId: string): Promise<WorkDetails> {
  return showWork(context, await requireWork(context, itemId))
}

export type Work = { worker: Worker; row: ItemRow }

/** An item that the consultant makes or may take. What others make is not there. */
export async function requireWork(
  { db, actor, now }: Pick<MemberContext, 'db' | 'actor' | 'now'>,
  itemId: string,
): Promise<Work> {
  const worker = await findWorker(db, actor.memberId)
  const row = worker && (await findWork(db, worker, itemId, now()))
  if (!worker || !row) throw new Refused('item-not-found')
  return { worker, row }
}

async function showWork({ db }: Pick<MemberContext, 'db'>, { worker, row }: Work): Promise<WorkDetails> {
  return { ...(await showDetails(db, row, { drafts: true })), ...forWorker(row, worker) }
}

export function showWorkItem(row: ItemRow, worker: Worker): WorkItem {
  return { ...showItem(row), ...forWorker(row, worker) }
}

function forWorker(row: ItemRow, worker: Worker) {
  return { memberName: `${row.first_name} ${row.last_name}`, isMine: row.consultant_id === worker.id }
}

/** What a decision needs to know of it. */
export function situationOf({ worker, row }: Work, versions: VersionRow[]): Situation {
  return {
    state: stateOf(row),
    isMine: row.consultant_id === worker.id,
    askedAt: row.asked_at,
    unseen: versions.filter((version) => version.published_at === null).length,
    made: versions.length,
  }
}
