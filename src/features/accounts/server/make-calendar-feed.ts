import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { saveCalendarFeed } from './feed-store.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { logSecurityEvent } from './log-security-event.ts'
import { makeToken } from './make-token.ts'

/** Nobody sets up so many calendars in an hour. */
const addresses: Limit = { name: 'calendar-feed-made', attempts: 20, seconds: 3_600 }

/** @returns the address, which is known to nobody but the member from now on */
export async function makeCalendarFeed(context: MemberContext): Promise<{ url: string; createdAt: string }> {
  const { db, actor, limits, now, publicUrl } = context
  await limits.count(addresses, actor.memberId)
  const { token, hash } = makeToken()
  const createdAt = now()
  await db.transaction().execute(async (tx) => {
    await lockOwnAccount(tx, actor)
    await saveCalendarFeed(tx, actor.memberId, hash, createdAt)
  })
  logSecurityEvent(context, 'calendar-feed-made', { memberId: actor.memberId })
  return { url: `${publicUrl}/calendar/${token}.ics`, createdAt: createdAt.toISOString() }
}
