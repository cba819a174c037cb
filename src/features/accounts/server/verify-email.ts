import type { Context } from '#platform/server/context.ts'
import { Refused } from '#platform/shared/refused.ts'
import { hashToken } from './make-token.ts'
import { markEmailVerified, useVerification } from './store.ts'

export async function verifyEmail({ db, now }: Context, token: string): Promise<void> {
  const moment = now()
  await db.transaction().execute(async (tx) => {
    const verification = await useVerification(tx, hashToken(token), moment)
    if (!verification) throw new Refused('link-invalid')
    await markEmailVerified(tx, verification.account_id, verification.email, moment)
  })
}
