/** A test's size, such as how often it repeats: small in `npm test`, and full in `npm run test:promises`. */
export function stressTestSize(
  name:
    | 'PAYMENT_HISTORIES'
    | 'SUBSCRIPTION_HISTORIES'
    | 'BOOKING_HISTORIES'
    | 'LEDGER_HISTORIES'
    | 'EVENTS'
    | 'RACES'
    | 'ORDERS'
    | 'KILLS'
    | 'STOPS'
    | 'REQUESTS'
    | 'SLOW_CLIENTS'
    | 'ADDRESSES'
    | 'INPUTS'
    | 'STORM_SECONDS',
  usual: number,
): number {
  return Number(process.env[name] ?? usual)
}

/** Times are meaningful only in a stress test, because only then is the machine otherwise idle. */
export const isStressTest = process.env.LONG_PROOFS === 'yes'

/**
 * `npm test` uses a fixed seed, so the same commit always gives the same result. Only the stress test tries new
 * histories.
 */
export const historyParameters = isStressTest ? {} : { seed: 20_261_122 }
