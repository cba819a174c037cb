import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { hashToken } from './make-token.ts'
import { findVerificationOwner, lockAccount, markEmailVerified, useVerification } from './store.ts'

export async function verifyEmail({ db, now }: Context, token: string): Promise<void> {
  const moment = now()
  await db.transaction().execute(async (tx) => {
    const accountId = await findVerificationOwner(tx, hashToken(token))
    // The account first, as whoever sends a new link does: the other way round the two could wait for each other.
    if (accountId) await lockAccount(tx, accountId)
    const verification = await useVerification(tx, hashToken(token), moment)
    if (!verification) throw new Refused('link-invalid')
    await markEmailVerified(tx, verification.account_id, verification.email, moment)
  })
}
