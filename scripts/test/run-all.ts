import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findPostgres, startTemporaryPostgres } from '#platform/server/db/temporary-postgres.ts'
import { findBrowser, installBrowser } from '#tests/support/site/find-browser.ts'
import { buildSite } from '../../src/app/bundling/build-site.ts'
import { closingLine } from './ci-report.ts'

// `npm test` and `npm run test:full`; docs/testing.md says which tests are in which, and why.

const { values: chosen, positionals: filters } = parseArgs({
  allowPositionals: true,
  options: {
    /** Also runs the tests that `npm test` omits. */
    full: { type: 'boolean', default: false },
    /** Runs only the tests that `npm test` omits. */
    rest: { type: 'boolean', default: false },
  },
})

const folder = 'test-results'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const ran: string[] = []
const failed: string[] = []

await buildSite()
if (!chosen.rest) {
  runVitest('units', ['rules', 'server', 'web', 'tree', 'promises'])
  runEndToEnd('core')
}
if (chosen.full || chosen.rest) {
  runVitest('processes', ['processes'])
  await runOnPostgres()
  runEndToEnd('full')
}

process.stdout.write(`\n${closingLine(ran)}\n`)
process.exitCode = failed.length > 0 ? 1 : 0

function runVitest(name: string, projects: string[], environment: Record<string, string> = {}) {
  run(
    name,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${folder}/${name}.json`,
      ...projects.map((project) => `--project=${project}`),
      ...filters,
    ],
    environment,
  )
}

/** Runs the server's tests, and other tests that need PostgreSQL, on a temporary PostgreSQL. */
async function runOnPostgres() {
  const binaries = findPostgres(process.env.PATH)
  if (!binaries) return reportNotRun('postgres', 'PostgreSQL is not installed. On Debian: apt-get install postgresql')
  const postgres = await startTemporaryPostgres(binaries, { isDurable: false })
  try {
    runVitest('postgres', ['server', 'promises', 'processes-on-postgres'], { TEST_DATABASE_URL: postgres.url })
  } finally {
    await postgres.stop()
  }
}

function runEndToEnd(project: string) {
  const browser = findBrowser() ?? installBrowser()
  if (!browser)
    return reportNotRun(`journeys-${project}`, 'no Chromium, Chrome or Edge was found, nor could be installed')
  const program = ['node_modules/@playwright/test/cli.js', 'test', `--project=${project}`, '--pass-with-no-tests']
  run(`journeys-${project}`, [...program, ...filters], {
    BROWSER_PATH: browser,
    JOURNEYS_FILE: `${folder}/journeys-${project}.json`,
  })
}

function run(name: string, program: string[], environment: Record<string, string>) {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...program], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  ran.push(name)
  if (status !== 0) failed.push(name)
}

function reportNotRun(name: string, reason: string) {
  process.stdout.write(`\nNOT RUN: ${name}, because ${reason}\n`)
  // CI must run everything; a developer's laptop may lack a browser or a server.
  if (process.env.CI) failed.push(name)
}
