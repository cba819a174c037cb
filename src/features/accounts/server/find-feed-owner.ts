import type { Db } from '#platform/server/db/tables.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { Role } from '../contract.ts'
import { findOwnerByFeed } from './feed-store.ts'
import { hashToken } from './make-token.ts'

/** Whose private address for a calendar this token belongs to, if it has not ended. */
export async function findFeedOwner(db: Db, token: string): Promise<{ memberId: MemberId; role: Role } | undefined> {
  return findOwnerByFeed(db, hashToken(token))
}
