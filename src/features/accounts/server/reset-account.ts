import { z } from 'zod'
import { readCompany } from '#features/company/server/public.ts'
import { CommandRefused } from '#platform/server/command-refused.ts'
import type { Context } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { EmailAddress } from '#platform/shared/email-address.ts'
import { operatorLinkEnd } from '../rules.ts'
import { closeEveryWayIn } from './close-every-way-in.ts'
import { accountResetLetter } from './emails/operator.ts'
import { hashPassword } from './hash-password.ts'
import { makePasswordLink, type PasswordLink } from './make-password-link.ts'
import { makeToken } from './make-token.ts'
import { removeSecondFactors } from './remove-second-factors.ts'
import { findAccountByEmail, lockAccount } from './store.ts'

export const AccountReset = z.strictObject({
  email: EmailAddress,
  /** Also removes authenticator app, recovery codes and passkeys: for who has lost them. */
  secondFactor: z.boolean(),
})

/**
 * Gives an account back to its owner: nothing that opened it before opens it now, and a link sets a new password.
 * @throws CommandRefused where nobody has that address
 */
export async function resetAccount(
  context: Context,
  { email, secondFactor }: z.infer<typeof AccountReset>,
): Promise<PasswordLink & { hadSecondFactor: boolean }> {
  const found = await findAccountByEmail(context.db, email)
  if (!found) throw new CommandRefused(`Nobody has an account with the address ${email}.`)
  const passwordHash = await hashPassword(makeToken().token)
  const now = context.now()
  const done = await context.db.transaction().execute(async (tx) => {
    // The account first, as whoever logs in or changes it does.
    const account = await lockAccount(tx, found.id)
    await closeEveryWayIn(tx, account.id, { passwordHash, now })
    const hadSecondFactor = secondFactor && (await removeSecondFactors(tx, account.id))
    const link = await makePasswordLink(tx, context, account.id, { now, expiresAt: operatorLinkEnd(now) })
    const letter = accountResetLetter(account, await readCompany(tx), {
      hadSecondFactor,
      moment: now,
      publicUrl: context.publicUrl,
    })
    await queueMail(tx, context, `account-reset:${account.id}:${now.toISOString()}`, letter)
    return { ...link, hadSecondFactor }
  })
  context.log.info({ accountId: found.id, secondFactor }, 'the operator reset an account')
  return done
}
