import { z } from 'zod'
import { sendEmail } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context } from '#platform/server/context.ts'
import { CommandRefused } from '#platform/server/operator-errors.ts'
import { makeToken } from '#platform/server/token.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { operatorLinkExpiry } from '../../passwords/rules.ts'
import { createPasswordLink, type PasswordLink } from '../../passwords/server/create-password-link.ts'
import { hashPassword } from '../../passwords/server/hash-password.ts'
import { removeSecondFactors } from '../../second-factor/server/second-factors.ts'
import { notifyStaffAccountChanged } from '../../server/notify-administrators.ts'
import { revokeAllAccess } from '../../server/revoke-all-access.ts'
import { findAccountByEmail, lockAccount } from '../../server/store.ts'
import { accountResetEmail } from './emails.ts'

export const AccountReset = z.strictObject({
  email: EmailAddress,
  /** Also removes the authenticator app, recovery codes and passkeys, for an owner who has lost them. */
  secondFactor: z.boolean(),
})

/**
 * Revokes all access to an account and creates a link with which its owner sets a new password.
 * @throws CommandRefused if no account has the email address
 */
export async function resetAccount(
  context: Context,
  { email, secondFactor }: z.infer<typeof AccountReset>,
): Promise<PasswordLink & { hadSecondFactor: boolean }> {
  const owner = await findAccountByEmail(context.db, email)
  if (!owner) throw new CommandRefused(`No account has the address ${email}.`)
  const passwordHash = await hashPassword(makeToken().token)
  const now = context.now()
  const result = await context.db.transaction().execute(async (tx) => {
    // Lock the account first, as logins and account changes do, to avoid deadlocks.
    const account = await lockAccount(tx, owner.id)
    await revokeAllAccess(tx, account.id, { passwordHash, now })
    const hadSecondFactor = secondFactor && (await removeSecondFactors(tx, account.id))
    await recordAction(
      tx,
      { now: context.now, actor: 'operator' },
      {
        action: 'account.reset',
        object: { kind: 'member', id: account.id },
        after: { secondFactorRemoved: hadSecondFactor },
      },
    )
    if (hadSecondFactor && account.role !== 'member')
      await notifyStaffAccountChanged(tx, context, 'factor-removed', account)
    const link = await createPasswordLink(tx, context, account.id, { now, expiresAt: operatorLinkExpiry(now) })
    await sendEmail(tx, context, `account-reset:${account.id}:${now.toISOString()}`, ({ company, publicUrl }) =>
      accountResetEmail(account, company, { hadSecondFactor, moment: now, publicUrl }),
    )
    return { ...link, hadSecondFactor }
  })
  context.log.info({ accountId: owner.id, secondFactor }, 'account reset by the operator')
  return result
}
