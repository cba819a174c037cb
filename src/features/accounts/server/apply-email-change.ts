import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { emailChangedLetter } from './emails/email-change.ts'
import { endPasswordLinks } from './reset-store.ts'
import { type Account, saveAddress } from './store.ts'

/** Gives a locked account another address, whose owner has opened the link that was sent there. */
export async function applyEmailChange(tx: Db, context: Context, account: Account, email: string): Promise<void> {
  const now = context.now()
  await saveAddress(tx, account.id, email, now)
  // What was sent to the mailbox of before opens the account no more.
  await endPasswordLinks(tx, account.id, { now })
  const letter = emailChangedLetter(account, await readCompany(tx), { email })
  await queueMail(tx, context, `address-changed:${account.id}:${now.toISOString()}`, letter)
}
