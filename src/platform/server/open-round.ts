import { isConnectionLost } from './db/database-away.ts'
import type { Log } from './log.ts'

/** So many are read at once. */
const BATCH = 100

export type Round = ReturnType<typeof openRound>

/**
 * Work on many, one after the other: one that fails is logged with its id and `problem`, and holds up none of the
 * others. At its end the round fails with it, so that the queue knows.
 */
export function openRound(log: Log, problem: string) {
  const failed = new Set<string>()
  async function attempt(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // The others would fail as well.
      if (isConnectionLost(error)) throw error
      failed.add(id)
      log.error({ id, error: String(error) }, problem)
    }
  }
  return {
    attempt,
    /**
     * Until nothing is left but what has failed.
     * @param list the first so many; what was worked on is in it no more
     * @returns how many were worked on
     */
    async attemptAll<Row extends { id: string }>(
      list: (limit: number) => Promise<Row[]>,
      work: (row: Row) => Promise<void>,
    ): Promise<number> {
      let done = 0
      for (let found = BATCH; found === BATCH; ) {
        const rows = (await list(BATCH + failed.size)).filter(({ id }) => !failed.has(id)).slice(0, BATCH)
        for (const row of rows) await attempt(row.id, () => work(row))
        done += rows.filter(({ id }) => !failed.has(id)).length
        found = rows.length
      }
      return done
    },
    /** @throws where one has failed */
    end(): void {
      if (failed.size > 0) throw new Error(`${problem}: ${failed.size} in this round`)
    },
  }
}
