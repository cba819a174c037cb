import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

// The last output of `.ci/run`: where the time went, failures with their first lines, and the totals for all parts. It
// is repeated here because the top of a long log is easily cut off.

const MAX_LINES_PER_FAILURE = 6
const MAX_SLOW_FILES = 20

/** The parts of the two tiers, each with its own report (docs/testing.md). */
const tiers = {
  'npm test': ['units', 'journeys-core'],
  'npm run test:full': ['processes', 'postgres', 'journeys-full'],
}

type Failure = { title: string; message: string }
type File = { name: string; milliseconds: number }
type Report = { name: string; passed: number; failed: number; failures: Failure[]; files: File[] }
type VitestFile = {
  name: string
  message?: string
  startTime: number
  endTime: number
  assertionResults: { fullName: string; status: string; failureMessages?: string[] }[]
}
type PlaywrightSuite = {
  file: string
  suites?: PlaywrightSuite[]
  specs?: { file: string; title: string; tests: { results: PlaywrightResult[]; status: string }[] }[]
}
type PlaywrightResult = { duration: number; errors: { message?: string }[] }

if (import.meta.main) reportAll(process.argv.slice(2))

function reportAll(stepsFailed: string[]) {
  const reports = Object.values(tiers).flat().map(readReport)
  const files = reports.flatMap((report) => report.files.map((file) => ({ ...file, part: report.name })))
  const totalMilliseconds = sumMilliseconds(files)

  print('\nThe slowest files:')
  for (const { name, milliseconds, part } of files
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, MAX_SLOW_FILES)) {
    print(`${formatSeconds(milliseconds)}  ${name} (${part})`)
  }
  print('\nThe share of each tier:')
  for (const [tier, parts] of Object.entries(tiers)) {
    const tierMilliseconds = sumMilliseconds(files.filter(({ part }) => parts.includes(part)))
    print(
      `${formatSeconds(tierMilliseconds)}  ${tier} (${Math.round((100 * tierMilliseconds) / Math.max(1, totalMilliseconds))} %)`,
    )
  }
  for (const { name, failures } of reports) {
    for (const { title, message } of failures) print(`\nfailed in ${name}: ${title}\n${firstLines(message)}`)
  }
  for (const step of stepsFailed) print(`failed: ${step}`)

  const { passed, failed } = count(reports)
  print(`${passed} passed, ${Math.max(failed, stepsFailed.length)} failed`)
  process.exitCode = failed + stepsFailed.length > 0 ? 1 : 0
}

/** The totals for these parts. */
export function closingLine(parts: string[]): string {
  const { passed, failed } = count(parts.map(readReport))
  return `${passed} passed, ${failed} failed`
}

function count(reports: Report[]) {
  const sum = (key: 'passed' | 'failed') => reports.reduce((total, report) => total + report[key], 0)
  return { passed: sum('passed'), failed: sum('failed') }
}

function readReport(name: string): Report {
  try {
    const report = JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8'))
    return { name, ...(report.stats ? readPlaywright(report) : readVitest(report)) }
  } catch (error) {
    // Without a report, the part did not finish.
    return { name, passed: 0, failed: 1, failures: [{ title: 'its report', message: String(error) }], files: [] }
  }
}

function readVitest(report: {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: VitestFile[]
}): Omit<Report, 'name'> {
  const failures = report.testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const tests = assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((test) => ({ title: `${file}: ${test.fullName}`, message: test.failureMessages?.join('\n') ?? '' }))
    return message ? [{ title: file, message }, ...tests] : tests
  })
  const files = report.testResults.map(({ name, startTime, endTime }) => ({
    name: relative(process.cwd(), name),
    milliseconds: endTime - startTime,
  }))
  return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests, failures, files }
}

function readPlaywright(report: {
  stats: { expected: number; unexpected: number; skipped: number }
  suites: PlaywrightSuite[]
}): Omit<Report, 'name'> {
  const { expected, unexpected, skipped } = report.stats
  return {
    passed: expected,
    failed: unexpected + skipped,
    failures: report.suites.flatMap(listFailures),
    files: report.suites.map((suite) => ({ name: suite.file, milliseconds: sumDurations(suite) })),
  }
}

function listFailures(suite: PlaywrightSuite): Failure[] {
  const suiteFailures = (suite.specs ?? []).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ results }) => ({
        title: `${file}: ${title}`,
        message: results.flatMap(({ errors }) => errors.map(({ message }) => message ?? '')).join('\n'),
      })),
  )
  return [...suiteFailures, ...(suite.suites ?? []).flatMap(listFailures)]
}

function sumDurations(suite: PlaywrightSuite): number {
  const results = (suite.specs ?? []).flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const ownDuration = results.reduce((sum, { duration }) => sum + duration, 0)
  return (suite.suites ?? []).reduce((sum, inner) => sum + sumDurations(inner), ownDuration)
}

function sumMilliseconds(files: File[]): number {
  return files.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
}

function formatSeconds(milliseconds: number): string {
  return `${Math.round(milliseconds / 1_000)} s`.padStart(8)
}

function firstLines(message: string): string {
  return message.split('\n').slice(0, MAX_LINES_PER_FAILURE).join('\n')
}

function print(line: string) {
  process.stdout.write(`${line}\n`)
}
