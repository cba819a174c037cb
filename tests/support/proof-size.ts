/**
 * How often a proof is repeated: few times in `npm test`, as often as `npm run test:promises` says where it is meant to
 * convince.
 */
export function proofSize(
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
    | 'STORM_SECONDS',
  usual: number,
): number {
  return Number(process.env[name] ?? usual)
}

/** Only then the machine has nothing else to do, and times mean something. */
export const isLongProof = process.env.LONG_PROOFS === 'yes'

/** A commit is green or red whenever it is asked: only the long form goes where nobody has been. */
export const historyParameters = isLongProof ? {} : { seed: 20_261_122 }
