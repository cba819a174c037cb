import { mayReceiveNewsletter } from '#features/accounts/profile/rules.ts'
import { readEmailSite } from '#features/company/server/public.ts'
import { recordAction } from '#platform/server/audit/record-action.ts'
import type { Context, MemberContext } from '#platform/server/context.ts'
import { queueEmail } from '#platform/server/email/queue-email.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import { hashToken, makeToken } from '#platform/server/token.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { sendNewsletter as endpoint } from '../contract.ts'
import { newsletterEmail } from './emails.ts'
import { findNewsletter, insertNewsletter, insertRecipient, listNewsletterCandidates } from './store.ts'

/** Processes the members in batches, ordered by id. */
export const sendNewsletterBatchQueue: Queue<{ newsId: string; after?: string }> = {
  name: 'send-newsletter',
  retryDelay: 30,
  retryLimit: 50,
}

/** Queues only the first batch, because there may be a hundred thousand recipients. */
export async function sendNewsletter(
  context: MemberContext,
  { sendingId: id, subject, text }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { actor, now, jobs, log } = context
  await context.db.transaction().execute(async (tx) => {
    if (!(await insertNewsletter(tx, { id, subject, text, writtenBy: actor.memberId, writtenAt: now() }))) return
    await jobs.send(tx, sendNewsletterBatchQueue, { newsId: id })
    await recordAction(tx, context, { action: 'newsletter.sent', object: { kind: 'newsletter', id } })
  })
  log.info({ newsId: id, staffId: actor.memberId }, 'newsletter queued')
  return { id }
}

/** Members per transaction. */
const BATCH_SIZE = 200

/** Queues emails for the members of one batch who may receive newsletters, then queues the next batch. */
export async function sendNewsletterBatch(context: Context, { newsId, after }: { newsId: string; after?: string }) {
  const { db, now } = context
  const newsletter = await findNewsletter(db, newsId)
  if (!newsletter) return
  await db.transaction().execute(async (tx) => {
    const candidates = await listNewsletterCandidates(tx, newsId, { after, limit: BATCH_SIZE })
    const site = await readEmailSite(tx, context)
    for (const member of candidates.filter(mayReceiveNewsletter)) {
      const { token } = makeToken()
      const recipient = { newsletterId: newsId, memberId: member.id, tokenHash: hashToken(token), now: now() }
      if (!(await insertRecipient(tx, recipient))) continue
      await queueEmail(
        tx,
        context,
        newsletterReason(newsId, member.id),
        newsletterEmail({ newsletter, member, token, ...site }),
      )
    }
    const last = candidates.length === BATCH_SIZE ? candidates.at(-1) : undefined
    if (last) await context.jobs.send(tx, sendNewsletterBatchQueue, { newsId, after: last.id })
  })
}

export function newsletterReason(newsId: string, memberId: string): string {
  return `newsletter:${newsId}:${memberId}`
}
