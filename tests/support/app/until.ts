import { vi } from 'vitest'

/** Ends only tests that hang, because other load on the machine changes how long things take. */
const HUNG_AFTER_MS = 300_000

/** Polls until `look` succeeds. @returns its result */
export function until<Result>(attempt: () => Result | Promise<Result>, interval = 50) {
  return vi.waitUntil(attempt, { timeout: HUNG_AFTER_MS, interval })
}
