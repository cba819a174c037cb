import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'

/** Each change is a letter to the consultant, and what is cancelled can be booked again: nobody fills their letter box. */
const CHANGES: Limit = { name: 'booking-change', attempts: 30, seconds: 3_600 }

/** Counts that a member moves or cancels a session. @throws HttpProblem 429 */
export async function countChange({ limits, actor }: Pick<MemberContext, 'limits' | 'actor'>): Promise<void> {
  await limits.count(CHANGES, actor.memberId)
}
