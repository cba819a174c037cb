import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/payment-failures.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d+ +\|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('each of the 34 failures of paying has its row, and tests that exist', () => {
  const sources = globSync(['src/**/*.test.ts', 'tests/**/*.{test,spec}.ts']).map((file) => readFileSync(file, 'utf8'))
  expect(rows.map(([, number]) => number)).toEqual(Array.from({ length: 34 }, (_, index) => String(index + 1)))
  const named = rows.flatMap(([, , , titles = '']) => titles.split(' · '))
  expect(named.filter((title) => !sources.some((source) => source.includes(`'${title}'`)))).toEqual([])
})
