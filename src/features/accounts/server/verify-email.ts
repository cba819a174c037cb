import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type * as contract from '../contract.ts'
import { maskedAddress } from '../rules.ts'
import { applyEmailChange } from './apply-email-change.ts'
import { hashToken } from './make-token.ts'
import { confirmAddress, isAddressTaken, lockAccount } from './store.ts'
import { findVerification, markVerificationUsed, readLinkState } from './verification-store.ts'

/** Opens the link that was sent to the account's address, or to the one that it is to have instead. */
export async function verifyEmail(context: Context, token: string): Promise<ResponseOf<typeof contract.verifyEmail>> {
  try {
    return await context.db.transaction().execute((tx) => openLink(tx, context, hashToken(token)))
  } catch (error) {
    if (isAddressTaken(error)) throw new Refused('address-taken')
    throw error
  }
}

async function openLink(tx: Db, context: Context, tokenHash: Buffer) {
  const verification = await findVerification(tx, tokenHash)
  if (!verification) throw new Refused('link-invalid')
  const { email, changesAddress } = verification
  // The account first, as whoever sends a new link does: the other way round the two could wait for each other.
  const account = await lockAccount(tx, verification.accountId)
  const state = await readLinkState(tx, tokenHash, context.now())

  // A link is about the address it was sent to, which need not be the account's any more.
  const isAccounts = canonicalEmailAddress(account.email) === canonicalEmailAddress(email)
  const isDone = state === 'used' && isAccounts && account.emailVerified
  const isUsable = state === 'usable' && !account.isDisabled && (isAccounts || changesAddress)
  if (!(isUsable || isDone)) throw new Refused('link-invalid')

  if (isUsable && changesAddress) await applyEmailChange(tx, context, account, email)
  if (isUsable) {
    await markVerificationUsed(tx, tokenHash, context.now())
    await confirmAddress(tx, account.id, context.now())
  }
  return { address: maskedAddress(email), wasConfirmed: isDone, isNew: isUsable && changesAddress }
}
