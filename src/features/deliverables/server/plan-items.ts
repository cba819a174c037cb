import type { Context } from '#platform/server/context.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { itemsForgottenBefore } from '../rules/items.ts'
import { planPackages } from './planning-store.ts'

/** Packages at a time: a statement must not take long. */
const BATCH = 500

/** What packages promise becomes items, each once: of one member when they look, of all from time to time. */
export async function planItems({ db, now }: Pick<Context, 'db' | 'now'>, memberId?: MemberId): Promise<void> {
  const moment = now()
  const since = itemsForgottenBefore(moment)
  for (let planned = BATCH; planned === BATCH; ) {
    planned = await planPackages(db, memberId, { now: moment, since, limit: BATCH })
  }
}
