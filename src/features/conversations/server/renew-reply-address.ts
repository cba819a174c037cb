import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { saveReplyKey } from './letter-store.ts'
import { requireCorrespondent } from './require-correspondent.ts'
import { makeReplyKey } from './sign-reply-key.ts'

/** Where the address of a letter has come into other hands. What comes to it then lands with the company. */
export async function renewReplyAddress(context: MemberContext, memberId: MemberId): Promise<void> {
  const { db } = context
  await requireCorrespondent(db, memberId)
  await db.transaction().execute(async (tx) => {
    await saveReplyKey(tx, memberId, makeReplyKey())
    await recordAction(tx, context, {
      action: 'conversation.reply-address-renewed',
      object: { kind: 'conversation', id: memberId },
    })
  })
}
