import type { MemberContext } from '#platform/server/context.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { saveReplyKey } from './letter-store.ts'
import { requireCorrespondent } from './require-correspondent.ts'
import { makeReplyKey } from './sign-reply-key.ts'

/** Where the address of a letter has come into other hands. What comes to it then lands with the company. */
export async function renewReplyAddress({ db }: MemberContext, memberId: MemberId): Promise<void> {
  await requireCorrespondent(db, memberId)
  await saveReplyKey(db, memberId, makeReplyKey())
}
