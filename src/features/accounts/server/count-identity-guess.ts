import type { MemberContext } from '#platform/server/context.ts'
import type { Limit } from '#platform/server/limits.ts'

/** Counted by session: whoever has stolen one keeps the owner out of no other. */
const inAWhile: Limit = { name: 'confirm-identity', attempts: 10, seconds: 900 }
/** A stolen session may last for a month, and a code of the app has a million forms. */
const inADay: Limit = { name: 'confirm-identity-day', attempts: 40, seconds: 86_400 }

/**
 * Counts one more try to prove who is logged in, before it is looked at: of many at once, not one more is answered than
 * the limits say. A try that was right counts for nothing, nor does one that could not be looked at.
 * @returns what the look says: the problem, if there is one
 * @throws HttpProblem 429
 */
export async function countIdentityGuess<Problem>(
  { db, limits, actor }: MemberContext,
  look: () => Promise<Problem | undefined>,
): Promise<Problem | undefined> {
  const today = { limit: inADay, key: actor.sessionId }
  const lately = { limit: inAWhile, key: actor.sessionId }
  await limits.countBoth(today, lately)
  const problem = await look().catch(async (error: unknown) => {
    for (const { limit, key } of [today, lately]) await limits.forgive(db, limit, key)
    throw error
  })
  if (problem === undefined) await limits.takeBack(db, today, lately)
  return problem
}
