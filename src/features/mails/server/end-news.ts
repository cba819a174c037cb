import { hashToken, saveNotificationChoice } from '#features/accounts/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { addressKey, type Limit } from '#platform/server/limits.ts'
import { deleteWaitingMails } from '#platform/server/mail/store.ts'
import { Refused } from '#platform/shared/refused.ts'
import { newsReason } from './spread-news.ts'
import { findSubscriber, listNewsOf } from './store.ts'

/** Nobody guesses 256 bits. A mail program's servers unsubscribe many from one address. */
const tries: Limit = { name: 'unsubscribe', attempts: 600, seconds: 900 }

/** Whoever holds the link of a letter with news. However often, and what waits is not sent any more. */
export async function endNews(context: Context, token: string, address: string): Promise<void> {
  await context.limits.count(tries, addressKey(address))
  await context.db.transaction().execute(async (tx) => {
    const memberId = await findSubscriber(tx, hashToken(token))
    if (!memberId) throw new Refused('link-unknown')
    await saveNotificationChoice(tx, memberId, { kind: 'news', channel: 'email', isOn: false }, context.now())
    const news = await listNewsOf(tx, memberId)
    await deleteWaitingMails(
      tx,
      news.map(({ id }) => newsReason(id, memberId)),
    )
  })
}
