import { spawnSync } from 'node:child_process'
import { findPostgres, startTemporaryPostgres } from '../tests/support/temporary-postgres.ts'
import { catchMutants } from './catch-mutants.ts'

// `npm run test:promises`: the long form of the proofs about money, on a PostgreSQL server of their own, and then every
// guarantee taken away once: a proof that would not notice is none.

const proofs = {
  'tests/promises/event-storm.test.ts': { EVENTS: '10000' },
  'tests/promises/return-races.test.ts': { RACES: '1000' },
  'tests/promises/payment-histories.test.ts': { PAYMENT_HISTORIES: '1000' },
  'tests/promises/subscription-histories.test.ts': { SUBSCRIPTION_HISTORIES: '200' },
}

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
  for (const [file, size] of Object.entries(proofs)) {
    if (isChosen(file) && !isProven(file, { ...size, LONG_PROOFS: 'yes', TEST_DATABASE_URL: postgres.url }))
      failed.push(file)
  }
} finally {
  await postgres.stop()
}
if (isChosen('mutants')) failed.push(...catchMutants())

process.stdout.write(failed.length > 0 ? `Not proven: ${failed.join(', ')}\n` : 'Everything is proven.\n')
process.exitCode = failed.length > 0 ? 1 : 0

function isProven(file: string, size: Record<string, string>): boolean {
  const program = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', 'run', file]
  return spawnSync(process.execPath, program, { stdio: 'inherit', env: { ...process.env, ...size } }).status === 0
}
