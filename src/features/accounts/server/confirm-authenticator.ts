import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'
import { Refused } from '#platform/shared/refused.ts'
import { lockOwnAccount } from './lock-own-account.ts'
import { requireFreshIdentity } from './require-fresh-identity.ts'
import { switchOnAuthenticator } from './switch-on-authenticator.ts'

const tries: Limit = { name: 'confirm-authenticator', attempts: 20, seconds: 900 }

/** @returns the recovery codes, which are shown this once */
export async function confirmAuthenticator(context: MemberContext, code: string): Promise<string[]> {
  requireFreshIdentity(context)
  await context.limits.count(tries, context.actor.memberId)
  return context.db.transaction().execute(async (tx) => {
    const account = await lockOwnAccount(tx, context.actor)
    const codes = await switchOnAuthenticator(tx, context, account, code)
    if (codes === 'not-started' || codes === 'wrong-code') throw new Refused(codes)
    return codes
  })
}
