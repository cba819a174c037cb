import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import type { resetPassword as resetPasswordEndpoint } from '../contract/password.ts'
import { closeEveryWayIn } from './close-every-way-in.ts'
import { forgetPasswordGuesses } from './count-password-guess.ts'
import { distrustFactors } from './distrust-factors.ts'
import { passwordChangedLetter } from './emails/password.ts'
import { hashPassword } from './hash-password.ts'
import { hashToken } from './make-token.ts'
import { requireGoodPassword } from './require-good-password.ts'
import { findPasswordLinkOwner, takePasswordLink } from './reset-store.ts'
import { confirmAddress, findAccount, lockAccount } from './store.ts'

/** Nobody guesses 256 bits: this only keeps the work of it small. */
const tries: Limit = { name: 'reset-password', attempts: 60, seconds: 900 }

/** Sets the password of whoever holds the link. It logs nobody in: the second factor is asked for where there is one. */
export async function resetPassword(
  context: Context,
  { password, token, linkToken }: BodyOf<typeof resetPasswordEndpoint> & { linkToken: string },
  address: string,
): Promise<void> {
  await context.limits.count(tries, addressKey(address))
  const tokenHash = hashToken(token)
  const accountId = token === linkToken && (await findPasswordLinkOwner(context.db, tokenHash, context.now()))
  const owner = accountId && (await findAccount(context.db, accountId))
  if (!owner || owner.isDisabled) throw new Refused('link-invalid')
  await requireGoodPassword(context, password, owner)
  const passwordHash = await hashPassword(password)

  const now = context.now()
  await context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, owner.id)
    if (account.isDisabled || !(await takePasswordLink(tx, tokenHash, now))) throw new Refused('link-invalid')
    await closeEveryWayIn(tx, account.id, { passwordHash, now })
    const lost = await distrustFactors(tx, account)
    await confirmAddress(tx, account.id, now)
    const { publicUrl } = context
    const letter = passwordChangedLetter(account, await readCompany(tx), { moment: now, publicUrl, lost })
    await queueMail(tx, context, `password-changed:${tokenHash.toString('hex')}`, letter)
  })
  await forgetPasswordGuesses(context, owner.email)
}
