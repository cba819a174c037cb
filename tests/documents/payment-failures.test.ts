import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/payment-failures.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d+ +\|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('each failure of paying, the 34 that were foreseen and those found besides, has its row, and tests that exist', () => {
  const sources = globSync(['src/**/*.test.ts', 'tests/**/*.{test,spec}.ts']).map((file) => readFileSync(file, 'utf8'))
  expect(rows.length).toBeGreaterThanOrEqual(34)
  expect(rows.map(([, number]) => number)).toEqual(rows.map((_, index) => String(index + 1)))
  const named = rows.flatMap(([, , , titles = '']) => titles.split(' · '))
  expect(named.filter((title) => !sources.some((source) => source.includes(`'${title}'`)))).toEqual([])
})
