import type { Context } from '#platform/server/context.ts'
import { HttpProblem } from '#platform/server/http/problem.ts'
import type { Limit } from '#platform/server/limits.ts'
import type { MemberId } from '#platform/shared/actor.ts'
import { Refused } from '#platform/shared/refused.ts'
import { findDevice } from './device-store.ts'
import { hashToken } from './make-token.ts'
import type { Caller } from './note-device.ts'

/** SECURITY S6: a code has a million forms, three of which are right at a time. */
const byChallenge: Limit = { name: 'second-factor-challenge', attempts: 5, seconds: 600 }
const byAccount: Limit = { name: 'second-factor-account', attempts: 10, seconds: 900 }
const inADay: Limit = { name: 'second-factor-account-day', attempts: 40, seconds: 86_400 }
/** A browser that the member has logged in with before is counted by itself: a stolen password locks nobody out. */
const byDevice: Limit = { name: 'second-factor-device', attempts: 10, seconds: 900 }

/**
 * Counted before the proof is looked at: of many guesses at once, not one more is answered than the limits say.
 * @returns how to take the count back once the proof was right
 * @throws HttpProblem 429; Refused challenge-over once a challenge has had its tries
 */
export async function countCodeGuess(
  { db, limits }: Context,
  { accountId, challenge, caller, isCode }: { accountId: MemberId; challenge: string; caller: Caller; isCode: boolean },
): Promise<() => Promise<void>> {
  await limits.count(byChallenge, challenge).catch((error: unknown) => {
    throw error instanceof HttpProblem ? new Refused('challenge-over') : error
  })
  // Nobody guesses a recovery code or a passkey: with them the owner gets in, however many codes others have tried.
  if (!isCode) return async () => {}
  const device = caller.deviceToken ? await findDevice(db, accountId, hashToken(caller.deviceToken)) : undefined
  if (device) {
    await limits.count(byDevice, device.id)
    return () => limits.clear(db, byDevice, device.id)
  }
  await limits.countBoth({ limit: byAccount, key: accountId }, { limit: inADay, key: accountId })
  return async () => {
    await limits.clear(db, byAccount, accountId)
    await limits.forgive(db, inADay, accountId)
  }
}
