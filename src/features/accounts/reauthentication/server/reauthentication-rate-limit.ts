import type { MemberContext } from '#platform/server/context.ts'
import type { RateLimit } from '#platform/server/rate-limit/rate-limits.ts'

/** Counts per session, so that a thief with a stolen session does not lock the owner out of the others. */
const sessionLimit: RateLimit = { name: 'reauthentication', attempts: 10, seconds: 900 }
/** A stolen session may last a month, and a code has only a million possible values. */
const dailySessionLimit: RateLimit = { name: 'reauthentication-day', attempts: 40, seconds: 86_400 }

/**
 * Counts per account, because on a trusted browser a thief who knows the password could open new sessions to get more
 * attempts.
 */
const dailyCodeLimit: RateLimit = { name: 'reauthentication-code-day', attempts: 60, seconds: 86_400 }

/** Counts authenticator codes. Recovery codes and passkeys need no limit, because they cannot be guessed. */
export async function limitCodeAttempts<Problem>(
  { db, limits, actor }: MemberContext,
  findProblem: () => Promise<Problem | undefined>,
): Promise<Problem | undefined> {
  await limits.count(dailyCodeLimit, actor.memberId)
  const problem = await findProblem()
  if (problem === undefined) await limits.forgive(db, dailyCodeLimit, actor.memberId)
  return problem
}

/**
 * Counts an attempt before checking it, so that parallel guesses cannot exceed the limits. Reverses the count if the
 * proof is correct or the check throws.
 * @returns the problem that the check found, if any
 * @throws HttpError 429
 */
export async function limitReauthenticationAttempts<Problem>(
  { db, limits, actor }: MemberContext,
  findProblem: () => Promise<Problem | undefined>,
): Promise<Problem | undefined> {
  const daily = { limit: dailySessionLimit, key: actor.sessionId }
  const recent = { limit: sessionLimit, key: actor.sessionId }
  await limits.countBoth(daily, recent)
  const problem = await findProblem().catch(async (error: unknown) => {
    for (const { limit, key } of [daily, recent]) await limits.forgive(db, limit, key)
    throw error
  })
  if (problem === undefined) await limits.undoBoth(db, daily, recent)
  return problem
}
