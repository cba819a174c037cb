import type { MemberContext } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Role } from '../../contract.ts'
import { lockOwnAccount } from '../../server/require-account.ts'
import { logSecurityEvent } from '../../server/security-log.ts'
import { deleteCalendarFeed, findCalendarFeed, findOwnerByFeed, saveCalendarFeed } from './store.ts'

/** @returns the owner of a calendar feed token, or undefined if the feed was revoked or the account is disabled */
export async function findFeedOwner(db: Db, token: string): Promise<{ memberId: MemberId; role: Role } | undefined> {
  return findOwnerByFeed(db, hashToken(token))
}

export async function getCalendarFeed({ db, actor }: MemberContext): Promise<{ createdAt: string } | null> {
  const feed = await findCalendarFeed(db, actor.memberId)
  return feed ? { createdAt: feed.createdAt.toISOString() } : null
}

/** More than any member needs in an hour. */
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
