import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { buildWeb } from '../src/app/server/build-web.ts'

// `npm run test:postgres`: the server's tests once more, on a PostgreSQL server that is started for them alone.

/** They start sites of their own on embedded data: `npm test` has run them. */
const embeddedOnly = [
  'backup',
  'crash-recovery',
  'mail-crashes',
  'operator-commands',
  'operator-payments',
  'start-refusals',
]

const binaries = findPostgres(process.env.PATH)
if (!binaries) {
  process.stderr.write("PostgreSQL's server is not installed here. On Debian: apt-get install postgresql\n")
  process.exit(1)
}
mkdirSync('test-results', { recursive: true })
// Before the tests: several of them start sites at the same time, and each would build the same bundle.
await buildWeb()
const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
try {
  process.exitCode = await runTests(postgres.url)
} finally {
  await postgres.stop()
}

function runTests(url: string): Promise<number> {
  const values = [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/postgres.json',
    '/server/',
    'tests/promises',
    'tests/processes',
    ...embeddedOnly.map((name) => `--exclude=tests/promises/${name}.test.ts`),
  ]
  const tests = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'node_modules/vitest/vitest.mjs', ...values],
    {
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url },
    },
  )
  return new Promise((resolve) => tests.on('exit', (code) => resolve(code ?? 1)))
}
