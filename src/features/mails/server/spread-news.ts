import { mayReceiveNews } from '#features/accounts/rules/notifications.ts'
import { hashToken, makeToken } from '#features/accounts/server/public.ts'
import { readCompany } from '#features/company/server/public.ts'
import type { Context } from '#platform/server/context.ts'
import { queueMail } from '#platform/server/mail/queue-mail.ts'
import { newsLetter } from './emails.ts'
import { spreadNewsJob } from './jobs.ts'
import { findNews, insertRecipient, listNewsCandidates } from './store.ts'

/** So many members are looked at in one transaction. */
const AT_ONCE = 200

/** Writes the letters to some of those who may get them, and asks for the next. */
export async function spreadNews(context: Context, { newsId, after }: { newsId: string; after?: string }) {
  const { db, now, publicUrl } = context
  const news = await findNews(db, newsId)
  if (!news) return
  await db.transaction().execute(async (tx) => {
    const candidates = await listNewsCandidates(tx, newsId, { after, limit: AT_ONCE })
    const company = await readCompany(tx)
    for (const member of candidates.filter(mayReceiveNews)) {
      const { token } = makeToken()
      const recipient = { newsId, memberId: member.id, tokenHash: hashToken(token), now: now() }
      if (!(await insertRecipient(tx, recipient))) continue
      await queueMail(
        tx,
        context,
        newsReason(newsId, member.id),
        newsLetter({ news, member, company, publicUrl, token }),
      )
    }
    const last = candidates.length === AT_ONCE ? candidates.at(-1) : undefined
    if (last) await context.jobs.send(tx, spreadNewsJob, { newsId, after: last.id })
  })
}

export function newsReason(newsId: string, memberId: string): string {
  return `news:${newsId}:${memberId}`
}
