import type { MemberContext } from '#platform/server/context.ts'
import { recordAction } from '#platform/server/record-action.ts'
import type { BodyOf, ResponseOf } from '#platform/shared/endpoint.ts'
import type { sendNews as endpoint } from '../contract/news.ts'
import { spreadNewsJob } from './jobs.ts'
import { insertNews } from './store.ts'

/** The letters themselves are written afterwards: there may be a hundred thousand. */
export async function sendNews(
  context: MemberContext,
  { sendingId: id, subject, text }: BodyOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const { actor, now, jobs, log } = context
  await context.db.transaction().execute(async (tx) => {
    if (!(await insertNews(tx, { id, subject, text, writtenBy: actor.memberId, writtenAt: now() }))) return
    await jobs.send(tx, spreadNewsJob, { newsId: id })
    await recordAction(tx, context, { action: 'news.sent', object: { kind: 'news', id } })
  })
  log.info({ newsId: id, staffId: actor.memberId }, 'news was written')
  return { id }
}
