import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { findMailReasons } from '#platform/server/mail/store.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { passwordLinkEnd } from '../rules.ts'
import { passwordLinkLetter } from './emails/password.ts'
import { makePasswordLink } from './make-password-link.ts'
import type { Asked } from './request-password-reset.ts'
import { endPasswordLinks } from './reset-store.ts'
import { findAccount, lockAccount } from './store.ts'

/** The letter that somebody asked for, if there is an account that may have it. */
export async function sendPasswordLink(
  context: Context,
  { requestId, accountId, askedAt, from }: Asked,
): Promise<void> {
  const now = context.now()
  const expiresAt = passwordLinkEnd(new Date(askedAt))
  if (expiresAt <= now) return
  await context.db.transaction().execute(async (tx) => {
    const found = await findAccount(tx, accountId as MemberId)
    if (!found || found.isDisabled) return
    // Locked: of two at once, the second ends the first one's link too.
    const account = await lockAccount(tx, found.id)
    const reason = `password-link:${requestId}`
    // The job came twice: the first link is on its way.
    const isWritten = (await findMailReasons(tx, [reason])).size > 0
    if (isWritten) return

    // One that lasts longer came from the operator: a stranger who asks for a mail does not end it.
    await endPasswordLinks(tx, account.id, { now, endingBy: expiresAt })
    const { url } = await makePasswordLink(tx, context, account.id, { now, expiresAt, from })
    await queueMail(tx, context, reason, passwordLinkLetter(account, await readCompany(tx), url), { expiresAt })
  })
}
