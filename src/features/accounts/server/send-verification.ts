import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type Mail, queueMail } from '#platform/server/mail/queue-mail.ts'
import { verificationEnd } from '../rules.ts'
import { makeToken } from './make-token.ts'
import type { Account } from './store.ts'
import { insertVerification } from './verification-store.ts'

/** Makes a link that confirms the account's address, and sends it in the given letter. */
export async function sendVerification(
  tx: Db,
  context: Context,
  { id, email }: Account,
  letterWith: (link: string) => Mail,
): Promise<void> {
  const { token, hash: tokenHash } = makeToken()
  await insertVerification(tx, {
    tokenHash,
    accountId: id,
    email,
    expiresAt: verificationEnd(context.now()),
    changesAddress: false,
  })
  const letter = letterWith(`${context.publicUrl}/verify-email?token=${token}`)
  await queueMail(tx, context, `verification:${tokenHash.toString('hex')}`, letter)
}
