/** How often a test repeats: few times in `npm test`, and at full size in `npm run test:promises`. */
export function stressTestSize(
  name:
    | 'PAYMENT_HISTORIES'
    | 'SUBSCRIPTION_HISTORIES'
    | 'BOOKING_HISTORIES'
    | 'LEDGER_HISTORIES'
    | 'EVENTS'
    | 'RACES'
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

/** Only in a stress test is the machine otherwise idle, so that times are meaningful. */
export const isStressTest = process.env.LONG_PROOFS === 'yes'

/** `npm test` uses a fixed seed, so a commit always gives the same result. Only the stress test tries new histories. */
export const historyParameters = isStressTest ? {} : { seed: 20_261_122 }
