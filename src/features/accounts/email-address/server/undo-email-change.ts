import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { hashPassword } from '../../passwords/server/hash-password.ts'
import { queuePasswordLink } from '../../passwords/server/request-password-reset.ts'
import { removeUnprovenFactors } from '../../second-factor/server/second-factors.ts'
import { deleteFactorsSince } from '../../second-factor/server/store.ts'
import { notifyStaffAccountChanged } from '../../server/notify-administrators.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { revokeAllAccess } from '../../server/revoke-all-access.ts'
import { isAddressTaken, lockAccount, saveAddress } from '../../server/store.ts'
import type { undoEmailChange as endpoint } from '../contract.ts'
import { emailUndoStart, maskAddress } from '../rules.ts'
import { emailChangeUndoneEmail } from './emails.ts'
import { consumeLink, findEmailUndo, revokeLaterEmailUndos } from './store.ts'

/** A 256-bit token cannot be guessed, so this limit only protects the server from overload. */
const attemptLimit: RateLimit = { name: 'undo-email-change', attempts: 60, seconds: 900 }

/**
 * Restores the previous address for the holder of the link sent to it. The person who changed the address knew the
 * password, so the password is replaced too. A link to set a new password is sent to the restored address.
 */
export async function undoEmailChange(
  context: Context,
  token: string,
  callerAddress: string,
): Promise<ResponseOf<typeof endpoint>> {
  await context.limits.count(attemptLimit, addressKey(callerAddress))
  const tokenHash = hashToken(token)
  const undo = await findEmailUndo(context.db, tokenHash, context.now())
  if (!undo) throw new Refused('link-invalid')
  const passwordHash = await hashPassword(makeToken().token)
  try {
    await context.db.transaction().execute((tx) => restoreAddress(tx, context, { ...undo, tokenHash, passwordHash }))
  } catch (error) {
    if (isAddressTaken(error)) throw new Refused('address-taken')
    throw error
  }
  return { address: maskAddress(undo.email) }
}

type EmailUndo = { accountId: MemberId; email: string; expiresAt: Date; tokenHash: Buffer; passwordHash: string }

async function restoreAddress(
  tx: Db,
  context: Context,
  { accountId, email, expiresAt, tokenHash, passwordHash }: EmailUndo,
): Promise<void> {
  const now = context.now()
  const account = await lockAccount(tx, accountId)
  if (account.isDisabled || !(await consumeLink(tx, tokenHash, now))) throw new Refused('link-invalid')
  await saveAddress(tx, account.id, email, now)
  await revokeAllAccess(tx, account.id, { passwordHash, now })
  // Factors added since the change belong to the person who made it and would lock the owner out.
  await deleteFactorsSince(tx, account.id, emailUndoStart(expiresAt))
  // A passkey from before the change would still open the account. Remove it, as a password reset by email does.
  const lost = await removeUnprovenFactors(tx, account)
  // Revoke the replacement address's undo link too. Earlier undo links stay valid, because this address may be a
  // thief's.
  await revokeLaterEmailUndos(tx, account.id, { expiresAt, now })
  await recordOwnAction(tx, context, account.id, 'email-change-undone', { lost })
  if (account.role !== 'member') await notifyStaffAccountChanged(tx, context, 'email-changed', { ...account, email })
  await sendEmail(tx, context, `address-change-undone:${tokenHash.toString('hex')}`, ({ company }) =>
    emailChangeUndoneEmail(account, company),
  )
  await queuePasswordLink(tx, context, account.id)
}
