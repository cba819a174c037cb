import { vi } from 'vitest'

/** Long enough for a busy machine; only a test that hangs takes longer. */
const HUNG_AFTER_MS = 300_000

/**
 * Polls until `attempt` returns a truthy value; an exception ends the test.
 * @returns that value
 */
export function until<Result>(attempt: () => Result | Promise<Result>, intervalMs = 50) {
  return vi.waitUntil(attempt, { timeout: HUNG_AFTER_MS, interval: intervalMs })
}
