import type { MemberContext } from '#platform/server/context.ts'
import { deleteCalendarFeed } from './feed-store.ts'

/** Also where there is none any more. */
export async function removeCalendarFeed({ db, actor }: MemberContext): Promise<void> {
  await deleteCalendarFeed(db, actor.memberId)
}
