import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/payment-failures.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d+ +\|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

/** Refunds, disputes, renewals and the second currency: their rows are filled with what they are about. */
const knownGaps = ['12', '20', '21', '22', '24', '25', '26', '27']

test('each of the 34 failures of paying has its row, and a test that exists', () => {
  const sources = globSync(['src/**/*.test.ts', 'tests/**/*.{test,spec}.ts']).map((file) => readFileSync(file, 'utf8'))
  expect(rows.map(([, number]) => number)).toEqual(Array.from({ length: 34 }, (_, index) => String(index + 1)))
  const unproven = rows.filter(([, , , title = '']) => !sources.some((source) => source.includes(`'${title}'`)))
  expect(unproven.map(([, number]) => number).filter((number = '') => !knownGaps.includes(number))).toEqual([])
})
