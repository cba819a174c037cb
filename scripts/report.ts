import { readFileSync } from 'node:fs'

// The closing line of `.ci/run`: the tests of all steps counted together, and a step that failed without a failed test.

const stepsFailed = Number(process.argv[2] ?? 0)
const counts = ['units', 'journeys', 'postgres'].map(countsOf)
const passed = counts.reduce((sum, count) => sum + count.passed, 0)
const failed = Math.max(
  counts.reduce((sum, count) => sum + count.failed, 0),
  stepsFailed,
)

process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

function countsOf(name: string): { passed: number; failed: number } {
  try {
    const report = JSON.parse(readFileSync(`test-results/${name}.json`, 'utf8'))
    if (report.stats) return { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.skipped }
    return { passed: report.numPassedTests, failed: report.numFailedTests + report.numPendingTests }
  } catch {
    // A report that is missing is a step that did not come to its end.
    return { passed: 0, failed: 1 }
  }
}
