import { randomUUID } from 'node:crypto'
import type { Context } from '#platform/server/context.ts'
import type { Job } from '#platform/server/jobs.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { canonicalEmailAddress } from '#platform/shared/email-address.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { sitePath } from '#platform/shared/site-path.ts'
import type { forgotPassword } from '../contract/password.ts'
import { findAccountByEmail } from './store.ts'

/** SECURITY S6: counted by what was typed, so that the count tells nobody whether there is such an account. */
const byMailbox: Limit = { name: 'password-link-mailbox', attempts: 5, seconds: 3_600 }
/** A school or an office shares one address. */
const byAddress: Limit = { name: 'password-link-address', attempts: 30, seconds: 3_600 }

export type Asked = { requestId: string; accountId: string; askedAt: string; from: string | null }

/** After an hour the link would be too old to be sent. */
export const sendPasswordLinkJob: Job<Asked> = { name: 'send-password-link', retryDelay: 5, retryLimit: 10 }

/**
 * Does the same whether or not there is such an account: the letter, which only an account gets, is written by a job
 * after the answer (PRODUCT D8). Nothing of the account changes.
 */
export async function requestPasswordReset(
  { db, jobs, limits, now }: Context,
  { email, from }: BodyOf<typeof forgotPassword>,
  address: string,
): Promise<void> {
  await limits.countBoth(
    { limit: byAddress, key: addressKey(address) },
    { limit: byMailbox, key: canonicalEmailAddress(email) },
  )
  const account = await findAccountByEmail(db, email)
  await jobs.send(db, sendPasswordLinkJob, {
    requestId: randomUUID(),
    // Of nobody, where there is none: the work is the same.
    accountId: account?.id ?? randomUUID(),
    askedAt: now().toISOString(),
    from: sitePath(from),
  })
}
