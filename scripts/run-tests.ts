import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { buildWeb } from '../src/app/server/build-web.ts'
import { findBrowser, installBrowser } from '../tests/support/find-browser.ts'

// `npm test`: everything that needs no server and no network, in one command.
// The journeys through the site need a browser; where none can be had, the rest runs and they are listed as not run.

const folder = 'test-results'
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

await buildWeb()
const units = run('node_modules/vitest/vitest.mjs', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${folder}/units.json`,
])

const browser = findBrowser() ?? installBrowser()
const journeys = browser
  ? run('node_modules/@playwright/test/cli.js', ['test'], { BROWSER_PATH: browser })
  : listJourneys()

process.stdout.write(`\n${report()}\n`)
process.exitCode = units || journeys ? 1 : 0

function run(program: string, values: string[], environment: Record<string, string> = {}): number {
  const { status } = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...values], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  })
  return status ?? 1
}

function listJourneys(): number {
  process.stdout.write('\nNOT RUN, because no Chromium, Chrome or Edge was found and none could be installed:\n')
  run('node_modules/@playwright/test/cli.js', ['test', '--list'])
  // A machine that must prove everything says so; a person's laptop may lack a browser.
  return process.env.CI ? 1 : 0
}

function report(): string {
  const { numPassedTests, numFailedTests } = read(`${folder}/units.json`) ?? { numPassedTests: 0, numFailedTests: 1 }
  const { stats } = (browser && read(`${folder}/journeys.json`)) || {
    stats: { expected: 0, unexpected: browser ? 1 : 0 },
  }
  return `${numPassedTests + stats.expected} passed, ${numFailedTests + stats.unexpected} failed`
}

function read(file: string) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
