import { randomUUID } from 'node:crypto'
import { sendEmail } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import type { Db } from '#platform/server/db/tables.ts'
import { findEmailReasons } from '#platform/server/email/store.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { redirectPath } from '#platform/shared/redirect-path.ts'
import { findAccount, findAccountByEmail, lockAccount } from '../../server/store.ts'
import type { forgotPassword } from '../contract.ts'
import { passwordLinkExpiry } from '../rules.ts'
import { createPasswordLink } from './create-password-link.ts'
import { passwordLinkEmail } from './emails.ts'
import { revokePasswordLinks } from './store.ts'

/** Sends the requested email, if the account exists and is not disabled. */
export async function sendPasswordLink(
  context: Context,
  { requestId, accountId, askedAt, from }: PasswordLinkRequest,
): Promise<void> {
  const now = context.now()
  const expiresAt = passwordLinkExpiry(new Date(askedAt))
  if (expiresAt <= now) return
  await context.db.transaction().execute(async (tx) => {
    const owner = await findAccount(tx, accountId as MemberId)
    if (!owner || owner.isDisabled) return
    // Lock the account, so that the second of two parallel requests revokes the first one's link.
    const account = await lockAccount(tx, owner.id)
    const reason = `password-link:${requestId}`
    // This job has run before, and the first link is already queued.
    const isQueued = (await findEmailReasons(tx, [reason])).size > 0
    if (isQueued) return

    // Longer-lived links come from the operator, and a stranger's request must not revoke them.
    await revokePasswordLinks(tx, account.id, { now, endingBy: expiresAt })
    const { url } = await createPasswordLink(tx, context, account.id, { now, expiresAt, from })
    await sendEmail(tx, context, reason, ({ company }) => passwordLinkEmail(account, company, url), { expiresAt })
  })
}

/** Counts per typed address, so that the limit does not reveal whether the address has an account. */
const mailboxLimit: RateLimit = { name: 'password-link-mailbox', attempts: 5, seconds: 3_600 }
/** High enough for a school or an office where everyone shares one IP address. */
const addressLimit: RateLimit = { name: 'password-link-address', attempts: 30, seconds: 3_600 }

type PasswordLinkRequest = { requestId: string; accountId: string; askedAt: string; from: string | null }

/** The link expires after an hour, so retrying for longer would be useless. */
export const sendPasswordLinkQueue: Queue<PasswordLinkRequest> = {
  name: 'send-password-link',
  retryDelay: 5,
  retryLimit: 10,
}

/**
 * Does the same work whether or not the account exists. If it exists, a job sends the email after the response (PRODUCT
 * D8). The account itself does not change.
 */
export async function requestPasswordReset(
  context: Context,
  { email, from }: BodyOf<typeof forgotPassword>,
  address: string,
): Promise<null> {
  const { db, limits } = context
  await limits.countBoth(
    { limit: addressLimit, key: addressKey(address) },
    { limit: mailboxLimit, key: canonicalEmailAddress(email) },
  )
  const account = await findAccountByEmail(db, email)
  // Use a random id if there is no account, so that the same work is done.
  await queuePasswordLink(db, context, account?.id ?? randomUUID(), redirectPath(from))
  return null
}

/**
 * Queues the email with the link.
 * @param from the page to return to after the login that follows
 */
export async function queuePasswordLink(
  tx: Db,
  { jobs, now }: Context,
  accountId: string,
  from: string | null = null,
): Promise<void> {
  const request = { requestId: randomUUID(), accountId, askedAt: now().toISOString(), from }
  await jobs.send(tx, sendPasswordLinkQueue, request)
}
