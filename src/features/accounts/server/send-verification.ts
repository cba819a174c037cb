import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { type Mail, queueMail } from '#platform/server/mail/queue-mail.ts'
import { verificationEnd } from '../rules.ts'
import { makeVerificationLink } from './make-verification-link.ts'
import type { Account } from './store.ts'

/** Makes a link that confirms the account's address, and sends it in the given letter. */
export async function sendVerification(
  tx: Db,
  context: Context,
  account: Account,
  letterWith: (link: string) => Mail,
): Promise<void> {
  const expiresAt = verificationEnd(context.now())
  const wanted = { accountId: account.id, email: account.email, expiresAt, changesAddress: false }
  const { url, id } = await makeVerificationLink(tx, context, wanted)
  await queueMail(tx, context, `verification:${id}`, letterWith(url), { expiresAt })
}
