import type { MemberContext } from '#platform/server/context.ts'
import { endViewOf } from './view-store.ts'

/** Somebody else's goes on; one that is over stays over. */
export async function endView({ db, actor, now }: MemberContext, viewId: string): Promise<null> {
  await endViewOf(db, actor.memberId, viewId, now())
  return null
}
