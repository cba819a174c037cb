import type { MemberContext } from '#platform/server/context.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { makeToken } from '#platform/server/token.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { deleteCalendarFeed, findCalendarFeed, saveCalendarFeed } from './store.ts'

export async function getCalendarFeed({ db, actor }: MemberContext): Promise<{ createdAt: string } | null> {
  const feed = await findCalendarFeed(db, actor.memberId)
  return feed ? { createdAt: feed.createdAt.toISOString() } : null
}

/** No member needs to create this many feeds in an hour. */
const creationLimit: RateLimit = { name: 'calendar-feed-created', attempts: 20, seconds: 3_600 }

/** @returns the address, which cannot be shown again because only its hash is stored */
export async function createCalendarFeed(context: MemberContext): Promise<{ url: string; createdAt: string }> {
  const { db, actor, limits, now, publicUrl } = context
  await limits.count(creationLimit, actor.memberId)
  const { token, hash } = makeToken()
  const createdAt = now()
  await db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    await saveCalendarFeed(tx, actor.memberId, hash, createdAt)
  })
  logSecurityEvent(context, 'calendar-feed-created', { memberId: actor.memberId })
  return { url: `${publicUrl}/calendar/${token}.ics`, createdAt: createdAt.toISOString() }
}

/** Succeeds even if there is no feed. */
export async function revokeCalendarFeed({ db, actor }: MemberContext): Promise<null> {
  await deleteCalendarFeed(db, actor.memberId)
  return null
}
