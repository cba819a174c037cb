import type { Context } from '#platform/server/context.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import { Refused } from '#platform/shared/refused.ts'
import { maskedAddress } from '../rules.ts'
import { hashToken } from './make-token.ts'
import { findVerification, lockAccount, markEmailVerified, readLinkState } from './store.ts'

export async function verifyEmail({ db, now }: Context, token: string) {
  const moment = now()
  const tokenHash = hashToken(token)
  return db.transaction().execute(async (tx) => {
    const verification = await findVerification(tx, tokenHash)
    if (!verification) throw new Refused('link-invalid')
    // The account first, as whoever sends a new link does: the other way round the two could wait for each other.
    const account = await lockAccount(tx, verification.accountId)
    const state = await readLinkState(tx, tokenHash, moment)

    // A link is about the address it was sent to, which need not be the account's any more.
    const isAccounts = canonicalEmailAddress(account.email) === canonicalEmailAddress(verification.email)
    const isDone = state === 'used' && account.emailVerified
    if (!isAccounts || !(state === 'usable' || isDone)) throw new Refused('link-invalid')

    if (state === 'usable') await markEmailVerified(tx, tokenHash, account.id, moment)
    return { address: maskedAddress(account.email), wasConfirmed: isDone }
  })
}
