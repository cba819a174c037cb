import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import type { Measurement } from '#tests/support/proof/record-measurement.ts'
import { runMutationTests } from './mutation-test.ts'

// `npm run test:promises` runs the tests at full size on a separate PostgreSQL server, and then the mutation test for
// money and bookings, because a test that misses a broken guarantee is worthless. The results are in docs/promises.md.

type StressTest = {
  file: string
  /** The label in docs/promises.md: a number such as R10, or a name. */
  promise: string
  size: NodeJS.ProcessEnv
  repetitions?: number
}

const stressTests: StressTest[] = [
  { file: 'tests/promises/event-storm.test.ts', promise: 'R2', size: { EVENTS: '10000' } },
  { file: 'tests/promises/payment-confirmation-races.test.ts', promise: 'R3', size: { RACES: '1000' } },
  // These run in rounds, because data from earlier histories slows each step of the later ones.
  {
    file: 'tests/promises/payment-histories.test.ts',
    promise: 'Payments',
    size: { PAYMENT_HISTORIES: '100' },
    repetitions: 10,
  },
  {
    file: 'tests/promises/subscription-histories.test.ts',
    promise: 'Subscriptions',
    size: { SUBSCRIPTION_HISTORIES: '100' },
    repetitions: 2,
  },
  { file: 'tests/promises/booking-races.test.ts', promise: 'R5', size: { RACES: '200' } },
  { file: 'tests/promises/cancellation-answers.test.ts', promise: 'S3', size: { ORDERS: '80', RACES: '100' } },
  { file: 'tests/processes/postgres/two-processes.test.ts', promise: 'R5', size: {} },
  { file: 'tests/promises/booking-histories.test.ts', promise: 'Bookings', size: { BOOKING_HISTORIES: '200' } },
  {
    file: 'tests/promises/ledger-histories.test.ts',
    promise: 'Ledger',
    size: { LEDGER_HISTORIES: '50' },
    repetitions: 4,
  },
  { file: 'tests/promises/email-outages.test.ts', promise: 'R12', size: {} },
  { file: 'tests/processes/embedded/email-crashes.test.ts', promise: 'R12', size: { KILLS: '50' } },
  { file: 'tests/promises/no-secret-leaks.test.ts', promise: 'S12', size: {} },
  { file: 'tests/promises/user-text-visibility.test.ts', promise: 'S12', size: {} },
  { file: 'tests/promises/client-bundle.test.ts', promise: 'S12', size: {} },
  { file: 'tests/documents/dependencies.test.ts', promise: 'S13', size: {} },
  { file: 'tests/promises/privacy-rights.test.ts', promise: 'S14', size: {} },
  { file: 'tests/promises/erased-files.test.ts', promise: 'S14', size: {} },
  { file: 'tests/processes/embedded/backup-files.test.ts', promise: 'R10', size: {} },
  { file: 'tests/promises/fuzz.test.ts', promise: 'S9', size: { REQUESTS: '100000' } },
  { file: 'tests/processes/embedded/hostile-urls.test.ts', promise: 'S9', size: { ADDRESSES: '30000' } },
  { file: 'tests/processes/embedded/untrusted-input.test.ts', promise: 'S9', size: { INPUTS: '1000' } },
  { file: 'tests/processes/postgres/injection.test.ts', promise: 'S9', size: {} },
  { file: 'tests/processes/embedded/slow-clients.test.ts', promise: 'R8', size: { SLOW_CLIENTS: '1000' } },
  { file: 'tests/processes/embedded/login-storm.test.ts', promise: 'R13', size: { STORM_SECONDS: '60' } },
  { file: 'tests/processes/postgres/crashes.test.ts', promise: 'R1', size: { KILLS: '200' } },
  { file: 'tests/processes/postgres/disk-full.test.ts', promise: 'R7', size: {} },
  { file: 'tests/processes/postgres/log-disk-full.test.ts', promise: 'R7', size: {} },
  { file: 'tests/promises/provider-outage.test.ts', promise: 'Provider outage', size: {} },
  { file: 'tests/processes/postgres/database-outage.test.ts', promise: 'R9', size: {} },
  { file: 'tests/processes/postgres/rolling-restart.test.ts', promise: 'R14', size: { STOPS: '50' } },
  { file: 'tests/processes/postgres/previous-version.test.ts', promise: 'R14', size: {} },
  { file: 'tests/processes/postgres/live-bell.test.ts', promise: 'Live bell', size: {} },
  { file: 'tests/processes/postgres/failover.test.ts', promise: 'Failover', size: { KILLS: '6' } },
  { file: 'tests/processes/postgres/restore.test.ts', promise: 'R10', size: {} },
  { file: 'tests/processes/postgres/point-in-time.test.ts', promise: 'R10', size: {} },
  { file: 'tests/processes/postgres/move-to-postgres.test.ts', promise: 'R10', size: {} },
  { file: 'tests/processes/postgres/external-files.test.ts', promise: 'R10', size: {} },
]

/** Only this program writes the file: one row per measurement, with its date. */
const reportFile = 'docs/promises.md'

const reportHead = `# Measured promises

\`npm run test:promises\` writes this table, one row per measurement. [labels.md](labels.md) explains labels such as R10;
other promises have a name.

| promise | measurement | required | result | measured | command |
| --- | --- | --- | --- | --- | --- |
`

/** Full-size tests take a long time, so only a test that hangs reaches this limit. */
const TEST_TIMEOUT_MS = 4 * 3_600_000

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
  for (const stressTest of stressTests.filter(({ file }) => isChosen(file))) {
    const { isProven: isPromiseKept, figures } = runStressTest(stressTest, postgres.url)
    if (!isPromiseKept) failed.push(stressTest.file)
    writeStressReport({ ...stressTest, name: toTestName(stressTest.file), isProven: isPromiseKept, figures })
  }
} finally {
  await postgres.stop()
}
if (isChosen('mutants')) failed.push(...runMutationTests())

process.stdout.write(failed.length > 0 ? `Failed: ${failed.join(', ')}\n` : 'All stress tests passed.\n')
process.exitCode = failed.length > 0 ? 1 : 0

function runStressTest(
  { file, size, repetitions = 1 }: StressTest,
  url: string,
): { isProven: boolean; figures: Measurement[] } {
  const measurementsFile = join(tmpdir(), `futureworld-figures-${process.pid}`)
  rmSync(measurementsFile, { force: true })
  const parameters = ['run', file, `--testTimeout=${TEST_TIMEOUT_MS}`]
  const program = ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', ...parameters]
  const env = { ...process.env, ...size, LONG_PROOFS: 'yes', TEST_DATABASE_URL: url, FIGURES_FILE: measurementsFile }
  const runOnce = () => spawnSync(process.execPath, program, { stdio: 'inherit', env }).status === 0
  const isProven = Array.from({ length: repetitions }).every(runOnce)
  const lines = existsSync(measurementsFile) ? readFileSync(measurementsFile, 'utf8').trim().split('\n') : []
  return { isProven, figures: lines.map((line) => JSON.parse(line)) }
}

function toTestName(file: string): string {
  return file.replace(/^.*\/|\.test\.ts$/g, '')
}

type Result = {
  /** The argument of `npm run test:promises --`. */
  name: string
  promise: string
  size: NodeJS.ProcessEnv
  repetitions?: number
  isProven: boolean
  figures: Measurement[]
}

/** Replaces the earlier rows for one stress test. */
function writeStressReport({ name, promise, size, repetitions = 1, isProven, figures }: Result): void {
  const command = `\`npm run test:promises -- ${name}\``
  const sizes = Object.entries(size).map(([key, value]) => `${Number(value) * repetitions} ${key?.toLowerCase()}`)
  const measured = figures.length > 0 ? figures : [{ promise, figure: sizes.join(', ') || 'see the test', bar: '' }]
  // Without measurements the run was aborted, so the promise is neither kept nor broken.
  const result = isProven ? 'kept' : figures.length > 0 ? 'NOT KEPT' : 'not finished'
  const day = new Date().toISOString().slice(0, 10)
  const rows = measured.map(({ promise, figure, bar }) =>
    toTableRow([promise, figure.replaceAll('_', ' '), bar, result, day, command]),
  )
  const otherRows = readRows().filter((row) => !row.includes(`${command} |`))
  writeFileSync(reportFile, `${reportHead}${[...otherRows, ...rows].sort(byPromise).join('\n')}\n`)
}

function toTableRow(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
}

function readRows(): string[] {
  if (!existsSync(reportFile)) return []
  return readFileSync(reportFile, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| ---'))
}

/** Sorts R2 before R10. */
function byPromise(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}
