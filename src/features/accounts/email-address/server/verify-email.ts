import { type EmailSite, sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { ResponseOf } from '#platform/shared/endpoint.ts'
import { Refused } from '#platform/shared/refused.ts'
import { revokePasswordLinks } from '../../passwords/server/store.ts'
import { notifyStaffAccountChanged } from '../../server/notify-administrators.ts'
import { recordOwnAction } from '../../server/record-own-action.ts'
import { type Account, confirmAddress, isAddressTaken, lockAccount, saveAddress } from '../../server/store.ts'
import type * as contract from '../contract.ts'
import { emailUndoExpiry, maskAddress } from '../rules.ts'
import { emailChangedEmail } from './emails.ts'
import { consumeLink, findVerification, getLinkState, insertVerification } from './store.ts'

/** Uses a link that confirms the account's address or replaces it with a new one. */
export async function verifyEmail(context: Context, token: string): Promise<ResponseOf<typeof contract.verifyEmail>> {
  try {
    return await context.db.transaction().execute((tx) => verifyLink(tx, context, hashToken(token)))
  } catch (error) {
    if (isAddressTaken(error)) throw new Refused('address-taken')
    throw error
  }
}

async function verifyLink(tx: Db, context: Context, tokenHash: Buffer) {
  const verification = await findVerification(tx, tokenHash)
  if (!verification) throw new Refused('link-invalid')
  const { email, changesAddress } = verification
  const now = context.now()
  // Lock the account before the link, as sending a new link does. The opposite order could deadlock.
  const account = await lockAccount(tx, verification.accountId)
  const state = await getLinkState(tx, tokenHash, now)

  // The account's address may have changed since the link was sent.
  const isCurrentAddress = canonicalEmailAddress(account.email) === canonicalEmailAddress(email)
  const wasVerified = state === 'used' && isCurrentAddress && account.emailVerified
  const isUsable = state === 'usable' && !account.isDisabled && (isCurrentAddress || changesAddress)
  if (!(isUsable || wasVerified)) throw new Refused('link-invalid')

  if (isUsable && changesAddress) await applyEmailChange(tx, context, account, email)
  if (isUsable) {
    await consumeLink(tx, tokenHash, now)
    await confirmAddress(tx, account.id, now)
  }
  return { address: maskAddress(email), wasVerified, isNew: isUsable && changesAddress }
}

/** Changes the address of a locked account, after the owner of the new mailbox has opened the link. */
async function applyEmailChange(tx: Db, context: Context, account: Account, email: string): Promise<void> {
  const now = context.now()
  await saveAddress(tx, account.id, email, now)
  // Password links sent to the previous mailbox must no longer open the account.
  await revokePasswordLinks(tx, account.id, { now })
  await recordOwnAction(tx, context, account.id, 'email-changed')
  if (account.role !== 'member') await notifyStaffAccountChanged(tx, context, 'email-changed', { ...account, email })
  // An unconfirmed address may be mistyped, so its mailbox gets no undo link.
  const expiresAt = account.emailVerified ? emailUndoExpiry(now) : null
  const undoUrl = expiresAt ? await createUndoLink(tx, context, account, expiresAt) : undefined
  const write = ({ company }: EmailSite) => emailChangedEmail(account, company, { email, undoUrl })
  await sendEmail(tx, context, `address-changed:${account.id}:${now.toISOString()}`, write, { expiresAt })
}

async function createUndoLink(
  tx: Db,
  { publicUrl }: Context,
  { id, email }: Account,
  expiresAt: Date,
): Promise<string> {
  const { token, hash: tokenHash } = makeToken()
  const link = { tokenHash, accountId: id, email, expiresAt, undoesChange: true }
  await insertVerification(tx, link)
  return `${publicUrl}/undo-email/${token}`
}
