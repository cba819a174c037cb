import { isConnectionLost } from './db/database-away.ts'
import type { Log } from './log.ts'

/**
 * Work on many, one after the other: one that fails is logged with its id and `problem`, and holds up none of the
 * others. At its end the round fails with it, so that the queue knows.
 */
export function openRound(log: Log, problem: string) {
  const failed = new Set<string>()
  return {
    failed: failed as ReadonlySet<string>,
    async attempt(id: string, work: () => Promise<void>): Promise<void> {
      try {
        await work()
      } catch (error) {
        // The others would fail as well.
        if (isConnectionLost(error)) throw error
        failed.add(id)
        log.error({ id, error: String(error) }, problem)
      }
    },
    /** @throws where one has failed */
    end(): void {
      if (failed.size > 0) throw new Error(`${problem}: ${failed.size} in this round`)
    },
  }
}
