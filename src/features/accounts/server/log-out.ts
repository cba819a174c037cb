import type { MemberContext } from '#platform/server/context.ts'
import { endSession } from './session-store.ts'

export async function logOut({ db, now, actor }: MemberContext): Promise<void> {
  await endSession(db, actor.sessionId, now())
}
