import type { Context } from '#platform/server/context.ts'
import type { Queue } from '#platform/server/jobs/jobs.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { deliverablesPurgedBefore } from '../rules.ts'
import { createForPackages } from './store.ts'

/** Also runs on a schedule, so that consultants see new deliverables even before the member opens the portal. */
export const createDeliverablesQueue: Queue<object> = {
  name: 'create-deliverables',
  retryDelay: 60,
  retryLimit: 3,
  cron: '*/5 * * * *',
}

/** Number of packages per statement, to keep each one short. */
const BATCH = 500

/** Creates each promised deliverable once. Pages pass their member, and the job covers all members. */
export async function createDeliverables({ db, now }: Pick<Context, 'db' | 'now'>, memberId?: MemberId): Promise<void> {
  const moment = now()
  const since = deliverablesPurgedBefore(moment)
  for (let planned = BATCH; planned === BATCH; ) {
    planned = await createForPackages(db, memberId, { now: moment, since, limit: BATCH })
  }
}
