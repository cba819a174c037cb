import type { NotificationKind } from '#features/accounts/profile/contract.ts'
import {
  findPresentAccount,
  readUnsubscribeToken,
  saveNotificationPreference,
} from '#features/accounts/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { deleteWaitingEmails } from '#platform/server/email/store.ts'
import { addressKey } from '#platform/server/rate-limit/client-address.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'
import { hashToken } from '#platform/server/token.ts'
import { Refused } from '#platform/shared/refused.ts'
import { newsletterReason } from './send-newsletter.ts'
import { findSubscriber, listReceivedNewsletters } from './store.ts'

/**
 * A 256-bit token cannot be guessed. The limit is high because mail providers unsubscribe many members from one
 * address.
 */
const attemptLimit: RateLimit = { name: 'unsubscribe', attempts: 600, seconds: 900 }

/**
 * Needs only the link's token. Repeated calls are harmless. Also deletes newsletters that are still waiting to be sent.
 * @returns the kind of email that is now off
 */
export async function unsubscribe(context: Context, token: string, address: string): Promise<NotificationKind> {
  await context.limits.count(attemptLimit, addressKey(address))
  return context.db.transaction().execute(async (tx) => {
    const choice = readUnsubscribeToken(context, token)
    const memberId = choice?.memberId ?? (await findSubscriber(tx, hashToken(token)))
    // A signed link outlives its account, and an erased account must get no new data.
    if (!memberId || !(await findPresentAccount(tx, memberId))) throw new Refused('link-invalid')
    const kind = choice?.kind ?? 'news'
    await saveNotificationPreference(tx, memberId, { kind, channel: 'email', isOn: false }, context.now())
    if (choice) return kind
    const newsletters = await listReceivedNewsletters(tx, memberId)
    await deleteWaitingEmails(
      tx,
      newsletters.map(({ id }) => newsletterReason(id, memberId)),
    )
    return kind
  })
}
