import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import type { Figure } from '../tests/support/note-figure.ts'
import { catchMutants } from './catch-mutants.ts'
import { writePromises } from './write-promises.ts'

// `npm run test:promises`: the long form of the proofs, on a PostgreSQL server of their own, and then every guarantee
// of money and times taken away once: a proof that would not notice is none. What was measured goes to docs/promises.md.

type Proof = {
  file: string
  /** As SECURITY names it; otherwise in a word. */
  promise: string
  size: NodeJS.ProcessEnv
  rounds?: number
}

const proofs: Proof[] = [
  { file: 'tests/promises/event-storm.test.ts', promise: 'R2', size: { EVENTS: '10000' } },
  { file: 'tests/promises/return-races.test.ts', promise: 'R3', size: { RACES: '1000' } },
  // In rounds: what earlier histories leave behind makes each step of the later ones slower.
  {
    file: 'tests/promises/payment-histories.test.ts',
    promise: 'Payments',
    size: { PAYMENT_HISTORIES: '100' },
    rounds: 10,
  },
  {
    file: 'tests/promises/subscription-histories.test.ts',
    promise: 'Subscriptions',
    size: { SUBSCRIPTION_HISTORIES: '100' },
    rounds: 2,
  },
  { file: 'tests/promises/booking-races.test.ts', promise: 'R5', size: { RACES: '200' } },
  { file: 'tests/promises/booking-histories.test.ts', promise: 'Bookings', size: { BOOKING_HISTORIES: '200' } },
  { file: 'tests/promises/ledger-histories.test.ts', promise: 'Ledger', size: { LEDGER_HISTORIES: '50' }, rounds: 4 },
  { file: 'tests/promises/mail-outages.test.ts', promise: 'R12', size: {} },
  { file: 'tests/promises/mail-crashes.test.ts', promise: 'R12', size: { KILLS: '50' } },
  { file: 'tests/promises/no-secret-leaks.test.ts', promise: 'S12', size: {} },
  { file: 'tests/promises/where-words-go.test.ts', promise: 'S12', size: {} },
  { file: 'tests/promises/client-bundle.test.ts', promise: 'S12', size: {} },
  { file: 'tests/documents/dependencies.test.ts', promise: 'S13', size: {} },
  { file: 'tests/promises/privacy-rights.test.ts', promise: 'S14', size: {} },
  { file: 'tests/promises/erased-files.test.ts', promise: 'S14', size: {} },
  { file: 'tests/promises/backup-files.test.ts', promise: 'R10', size: {} },
  { file: 'tests/promises/fuzz.test.ts', promise: 'S9', size: { REQUESTS: '100000' } },
  { file: 'tests/promises/hostile-addresses.test.ts', promise: 'S9', size: { ADDRESSES: '30000' } },
  { file: 'tests/promises/slow-clients.test.ts', promise: 'R8', size: { SLOW_CLIENTS: '1000' } },
  { file: 'tests/promises/login-storm.test.ts', promise: 'R13', size: { STORM_SECONDS: '60' } },
  { file: 'tests/processes/crashes.test.ts', promise: 'R1', size: { KILLS: '200' } },
  { file: 'tests/processes/disk-full.test.ts', promise: 'R7', size: {} },
  { file: 'tests/processes/log-disk-full.test.ts', promise: 'R7', size: {} },
  { file: 'tests/promises/provider-outage.test.ts', promise: 'Provider away', size: {} },
  { file: 'tests/processes/database-away.test.ts', promise: 'R9', size: {} },
  { file: 'tests/processes/rolling-stop.test.ts', promise: 'R14', size: { STOPS: '50' } },
  { file: 'tests/processes/previous-version.test.ts', promise: 'R14', size: {} },
  { file: 'tests/processes/failover.test.ts', promise: 'Failover', size: { KILLS: '6' } },
  { file: 'tests/processes/restore.test.ts', promise: 'R10', size: {} },
  { file: 'tests/processes/point-in-time.test.ts', promise: 'R10', size: {} },
  { file: 'tests/processes/move-to-postgres.test.ts', promise: 'R10', size: {} },
  { file: 'tests/processes/files-outside.test.ts', promise: 'R10', size: {} },
]

const binaries = findPostgres(process.env.PATH)
if (!binaries) {
  process.stderr.write("PostgreSQL's server is not installed here. On Debian: apt-get install postgresql\n")
  process.exit(1)
}
const chosen = process.argv.slice(2)
const isChosen = (name: string) => chosen.length === 0 || chosen.some((part) => name.includes(part))
const failed: string[] = []

const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
try {
  for (const proof of proofs.filter(({ file }) => isChosen(file))) {
    const { isProven, figures } = runProof(proof, postgres.url)
    if (!isProven) failed.push(proof.file)
    writePromises({ ...proof, name: nameOf(proof.file), isProven, figures })
  }
} finally {
  await postgres.stop()
}
if (isChosen('mutants')) failed.push(...catchMutants())

process.stdout.write(failed.length > 0 ? `Not proven: ${failed.join(', ')}\n` : 'Everything is proven.\n')
process.exitCode = failed.length > 0 ? 1 : 0

function runProof({ file, size, rounds = 1 }: Proof, url: string): { isProven: boolean; figures: Figure[] } {
  const noted = join(tmpdir(), `futureworld-figures-${process.pid}`)
  rmSync(noted, { force: true })
  const program = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', 'run', file]
  const env = { ...process.env, ...size, LONG_PROOFS: 'yes', TEST_DATABASE_URL: url, FIGURES_FILE: noted }
  const runOnce = () => spawnSync(process.execPath, program, { stdio: 'inherit', env }).status === 0
  const isProven = Array.from({ length: rounds }).every(runOnce)
  const lines = existsSync(noted) ? readFileSync(noted, 'utf8').trim().split('\n') : []
  return { isProven, figures: lines.map((line) => JSON.parse(line)) }
}

function nameOf(file: string): string {
  return file.replace(/^.*\/|\.test\.ts$/g, '')
}
