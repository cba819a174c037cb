import { spawnSync } from 'node:child_process'
import { findPostgres, startTemporaryPostgres } from '../tests/support/temporary-postgres.ts'
import { catchMutants } from './catch-mutants.ts'

// `npm run test:promises`: the long form of the proofs about money, sessions and mails, on a PostgreSQL server of their own, and then every
// guarantee taken away once: a proof that would not notice is none.

type Proof = { file: string; size: NodeJS.ProcessEnv; rounds?: number }

const proofs: Proof[] = [
  { file: 'tests/promises/event-storm.test.ts', size: { EVENTS: '10000' } },
  { file: 'tests/promises/return-races.test.ts', size: { RACES: '1000' } },
  // In rounds: what earlier histories leave behind makes each step of the later ones slower.
  { file: 'tests/promises/payment-histories.test.ts', size: { PAYMENT_HISTORIES: '100' }, rounds: 10 },
  { file: 'tests/promises/subscription-histories.test.ts', size: { SUBSCRIPTION_HISTORIES: '100' }, rounds: 2 },
  { file: 'tests/promises/booking-races.test.ts', size: { RACES: '200' } },
  { file: 'tests/promises/booking-histories.test.ts', size: { BOOKING_HISTORIES: '200' } },
  { file: 'tests/promises/ledger-histories.test.ts', size: { LEDGER_HISTORIES: '50' }, rounds: 4 },
  { file: 'tests/promises/mail-outages.test.ts', size: {} },
  { file: 'tests/promises/mail-crashes.test.ts', size: { KILLS: '20' } },
]

const binaries = findPostgres()
if (!binaries) {
  process.stderr.write("PostgreSQL's server is not installed here. On Debian: apt-get install postgresql\n")
  process.exit(1)
}
const chosen = process.argv.slice(2)
const isChosen = (name: string) => chosen.length === 0 || chosen.some((part) => name.includes(part))
const failed: string[] = []

const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
try {
  for (const { file, size, rounds = 1 } of proofs.filter(({ file }) => isChosen(file))) {
    const environment = { ...size, LONG_PROOFS: 'yes', TEST_DATABASE_URL: postgres.url }
    const isProven = Array.from({ length: rounds }).every(() => runProof(file, environment))
    if (!isProven) failed.push(file)
  }
} finally {
  await postgres.stop()
}
if (isChosen('mutants')) failed.push(...catchMutants())

process.stdout.write(failed.length > 0 ? `Not proven: ${failed.join(', ')}\n` : 'Everything is proven.\n')
process.exitCode = failed.length > 0 ? 1 : 0

function runProof(file: string, environment: NodeJS.ProcessEnv): boolean {
  const program = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', 'run', file]
  const env = { ...process.env, ...environment }
  return spawnSync(process.execPath, program, { stdio: 'inherit', env }).status === 0
}
