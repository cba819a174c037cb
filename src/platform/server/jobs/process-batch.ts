import { isConnectionLost } from '../db/database-errors.ts'
import type { Log } from '../log.ts'

/**
 * Processes one of many items and logs any error, so that the remaining items are still processed. @returns undefined
 * if it failed
 */
export async function attemptLogged<Result>(
  log: Log,
  logFields: object,
  problem: string,
  work: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    log.error({ ...logFields, error: String(error) }, problem)
    return undefined
  }
}

/** The number of rows read at a time. */
const BATCH_SIZE = 100

export type BatchProcessor = ReturnType<typeof createBatchProcessor>

/**
 * Processes items one by one. A failed item is logged with its id and `problem`; in the end it fails the job, so that
 * the queue retries it.
 */
export function createBatchProcessor(log: Log, problem: string) {
  const failed = new Set<string>()
  async function attempt(id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // Without a connection, all remaining items would fail too.
      if (isConnectionLost(error)) throw error
      failed.add(id)
      log.error({ id, error: String(error) }, problem)
    }
  }
  return {
    attempt,
    /**
     * Processes rows until only failed ones are left.
     * @param list returns the first `limit` unprocessed rows
     * @returns the number of processed rows
     */
    async attemptAll<Row extends { id: string }>(
      list: (limit: number) => Promise<Row[]>,
      work: (row: Row) => Promise<void>,
    ): Promise<number> {
      let processed = 0
      for (let batchLength = BATCH_SIZE; batchLength === BATCH_SIZE; ) {
        const rows = (await list(BATCH_SIZE + failed.size)).filter(({ id }) => !failed.has(id)).slice(0, BATCH_SIZE)
        for (const row of rows) await attempt(row.id, () => work(row))
        processed += rows.filter(({ id }) => !failed.has(id)).length
        batchLength = rows.length
      }
      return processed
    },
    /** @throws Error if any item failed */
    end(): void {
      if (failed.size > 0) throw new Error(`${problem}: ${failed.size} items`)
    },
  }
}
