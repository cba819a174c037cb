import type { Context } from '#platform/server/context.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { itemsForgottenBefore } from '../rules/items.ts'
import { insertMissingItems } from './planning-store.ts'

/** What packages promise becomes items, each once: of one member when they look, of all from time to time. */
export async function planItems({ db, now }: Pick<Context, 'db' | 'now'>, memberId?: MemberId): Promise<void> {
  const moment = now()
  await insertMissingItems(db, memberId, { now: moment, since: itemsForgottenBefore(moment) })
}
