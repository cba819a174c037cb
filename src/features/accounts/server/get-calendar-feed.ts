import type { MemberContext } from '#platform/server/context.ts'
import { findCalendarFeed } from './feed-store.ts'

export async function getCalendarFeed({ db, actor }: MemberContext): Promise<{ createdAt: string } | null> {
  const feed = await findCalendarFeed(db, actor.memberId)
  return feed ? { createdAt: feed.createdAt.toISOString() } : null
}
