import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const rows = readFileSync('docs/payments/failures.md', 'utf8')
  .split('\n')
  .filter((line) => /^\| +\d+ +\|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()))

test('each payment failure has a row that names existing tests', () => {
  const sources = globSync([
    'src/**/*.test.ts',
    'packages/*/{src,tests}/**/*.test.ts',
    'tests/**/*.{test,spec}.ts',
  ]).map((file) => readFileSync(file, 'utf8').replaceAll('"', "'"))
  expect(rows.length).toBeGreaterThanOrEqual(34)
  expect(rows.map(([, number]) => number)).toEqual(rows.map((_, index) => String(index + 1)))
  const named = rows.flatMap(([, , , titles = '']) => titles.split(' · '))
  expect(named.filter((title) => !sources.some((source) => source.includes(`'${title}'`)))).toEqual([])
})
