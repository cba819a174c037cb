import type { MemberContext } from '#platform/server/context.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'

/** Each change emails the consultant. The limit keeps repeated changes from flooding their inbox. */
const CHANGE_RATE_LIMIT: RateLimit = { name: 'booking-change', attempts: 30, seconds: 3_600 }

/** Counts each move or cancellation. @throws HttpError 429 */
export async function countChange({ limits, actor }: Pick<MemberContext, 'limits' | 'actor'>): Promise<void> {
  await limits.count(CHANGE_RATE_LIMIT, actor.memberId)
}
