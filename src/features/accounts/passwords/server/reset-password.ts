import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { hashToken } from '#platform/server/token.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { clearPasswordAttempts } from '../../login/server/login-rate-limit.ts'
import { cancelFactorRecovery } from '../../second-factor/server/factor-recovery.ts'
import { removeUnprovenFactors } from '../../second-factor/server/second-factors.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { revokeAllAccess } from '../../server/revoke-all-access.ts'
import { confirmAddress, findAccount, lockAccount } from '../../server/store.ts'
import type { resetPassword as resetPasswordEndpoint } from '../contract.ts'
import { passwordChangedEmail } from './emails.ts'
import { hashPassword } from './hash-password.ts'
import { requireStrongPassword } from './require-strong-password.ts'
import { consumePasswordLink, findPasswordLinkOwner } from './store.ts'

/** A 256-bit token cannot be guessed, so this limit only protects the server from overload. */
const attemptLimit: RateLimit = { name: 'reset-password', attempts: 60, seconds: 900 }

/**
 * Sets a new password for the holder of the link. This does not log them in, so the second factor is still required.
 */
export async function resetPassword(
  context: Context,
  { password, token, linkToken }: BodyOf<typeof resetPasswordEndpoint> & { linkToken: string },
  address: string,
): Promise<null> {
  await context.limits.count(attemptLimit, addressKey(address))
  const tokenHash = hashToken(token)
  const accountId = token === linkToken && (await findPasswordLinkOwner(context.db, tokenHash, context.now()))
  const owner = accountId && (await findAccount(context.db, accountId))
  if (!owner || owner.isDisabled) throw new Refused('link-invalid')
  await requireStrongPassword(context, password, owner)
  const passwordHash = await hashPassword(password)

  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, owner.id)
    if (account.isDisabled || !(await consumePasswordLink(tx, tokenHash, now))) throw new Refused('link-invalid')
    await revokeAllAccess(tx, account.id, { passwordHash, now })
    await cancelFactorRecovery(tx, context, account.id)
    const lost = await removeUnprovenFactors(tx, account)
    await confirmAddress(tx, account.id, now)
    await recordOwnAction(tx, context, account.id, 'password-reset', { lost })
    await sendEmail(tx, context, `password-changed:${tokenHash.toString('hex')}`, ({ company, publicUrl }) =>
      passwordChangedEmail(account, company, { moment: now, publicUrl, lost }),
    )
  })
  await clearPasswordAttempts(context, owner.email)
  return null
}
