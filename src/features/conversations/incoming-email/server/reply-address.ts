import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { MemberContext } from '#platform/server/context.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { requireCorrespondent } from '../../messages/server/staff-conversations.ts'
import type { IncomingEmailSettings } from '../../server/context.ts'
import { replyAddress, splitToken } from '../rules/reply-address.ts'
import { saveReplyKey } from './store.ts'

/** Replaces a reply address that other people know. Emails to the old address then go to the company's inbox. */
export async function renewReplyAddress(context: MemberContext, memberId: MemberId): Promise<void> {
  const { db } = context
  await requireCorrespondent(db, memberId)
  await db.transaction().execute(async (tx) => {
    await saveReplyKey(tx, memberId, createReplyKey())
    await recordAction(tx, context, {
      action: 'conversation.reply-address-renewed',
      object: { kind: 'conversation', id: memberId },
    })
  })
}

/** Cannot be guessed. A new key invalidates all earlier reply addresses. */
export function createReplyKey(): string {
  return randomBytes(8).toString('hex')
}

/** A conversation's reply address. It grants no access and logs no one in. */
export function signReplyKey({ address, secret }: IncomingEmailSettings, key: string): string {
  return replyAddress(address, key + createSignature(secret, key))
}

/** Returns the key only if we signed the token. */
export function readReplyKey({ secret }: IncomingEmailSettings, token: string): string | undefined {
  const { key, signature } = splitToken(token)
  const isSignedByUs = timingSafeEqual(Buffer.from(signature), Buffer.from(createSignature(secret, key)))
  return isSignedByUs ? key : undefined
}

function createSignature(secret: string, key: string): string {
  return createHmac('sha256', secret).update(`reply-address:${key}`).digest('hex').slice(0, 24)
}
