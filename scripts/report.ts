import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

// The closing lines of `.ci/run`: what failed, by name and with its first lines, because the top of a long log is easily
// cut off; then the tests of all steps counted together, and a step that failed without a failed test.

const LINES_OF_A_FAILURE = 6

type Failure = { title: string; message: string }
type Counts = { passed: number; failed: number; failures: Failure[] }
type VitestFile = {
  name: string
  message?: string
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { file: string; title: string; tests: { results: { errors: { message?: string }[] }[]; status: string }[] }[]
}

const stepsFailed = process.argv.slice(2)
const reports = ['units', 'journeys', 'postgres'].map(readReport)

for (const step of stepsFailed) process.stdout.write(`failed: npm ${step}\n`)
for (const { name, failures } of reports) {
  for (const { title, message } of failures) {
    process.stdout.write(`\nfailed in ${name}: ${title}\n${firstLines(message)}\n`)
  }
}
const passed = reports.reduce((sum, report) => sum + report.passed, 0)
const failed = Math.max(
  reports.reduce((sum, report) => sum + report.failed, 0),
  stepsFailed.length,
)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

function readReport(name: string): Counts & { name: string } {
  try {
    const report = JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8'))
    return { name, ...(report.stats ? readPlaywright(report) : readVitest(report)) }
  } catch (error) {
    // A report that is missing is a step that did not come to its end.
    return { name, passed: 0, failed: 1, failures: [{ title: 'its report', message: String(error) }] }
  }
}

function readVitest(report: {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}): Counts {
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const tests = assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((test) => ({ title: `${file}: ${test.fullName}`, message: test.failureMessages?.join('\n') ?? '' }))
    return message ? [{ title: file, message }, ...tests] : tests
  })
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests, failures }
}

function readPlaywright(report: {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
}): Counts {
  const { expected, unexpected, skipped } = report.stats
  return { passed: expected, failed: unexpected + skipped, failures: report.suites.flatMap(failuresOf) }
}

function failuresOf(suite: PlaywrightSuite): Failure[] {
  const own = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ results }) => ({
        title: `${file}: ${title}`,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n'),
      })),
  )
  return [...own, ...(suite.suites ?? []).flatMap(failuresOf)]
}

function firstLines(message: string): string {
  return message.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n')
}
