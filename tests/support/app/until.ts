import { vi } from 'vitest'

/** Ends only tests that hang, because other load on the machine changes how long things take. */
const HUNG_AFTER_MS = 300_000

/** Polls until `look` succeeds. @returns its result */
export function until<Found>(look: () => Found | Promise<Found>, interval = 50) {
  return vi.waitUntil(look, { timeout: HUNG_AFTER_MS, interval })
}
