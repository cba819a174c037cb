import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { NotificationKind } from '../contract.ts'

type Keys = Pick<Context, 'dataKeys'>

/** What a link turns off: one kind of email, for one account. */
export type EmailChoice = { kind: NotificationKind; memberId: MemberId }

/** Signed, so it works without a login. It grants nothing else. */
export function optOutUrl(
  { dataKeys, publicUrl }: Pick<Context, 'dataKeys' | 'publicUrl'>,
  { kind, memberId }: EmailChoice,
): string {
  const choice = `${kind}.${memberId}`
  return `${publicUrl}/api/unsubscribe/${choice}.${sign({ dataKeys }, choice)[0]}`
}

/** @returns undefined unless one of our keys signed the token */
export function readUnsubscribeToken(keys: Keys, token: string): EmailChoice | undefined {
  const [kind, memberId, signature = ''] = token.split('.')
  const presented = Buffer.from(signature)
  const isOurs = sign(keys, `${kind}.${memberId}`)
    .map((expected) => Buffer.from(expected))
    .some((expected) => expected.length === presented.length && timingSafeEqual(expected, presented))
  return isOurs ? { kind: NotificationKind.parse(kind), memberId: memberId as MemberId } : undefined
}

/** One signature per key, starting with the current key. */
function sign({ dataKeys }: Keys, choice: string): string[] {
  return dataKeys
    .derive('unsubscribe')
    .map(({ secret }) => createHmac('sha256', secret).update(choice).digest('base64url'))
}
