import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')

test('each rate limit on the page exists in the code with the same numbers', () => {
  const sources = globSync('src/{features,platform}/**/*.ts').map((file) => readFileSync(file, 'utf8'))
  const limits = sources.flatMap((source) =>
    [...source.matchAll(/\{ name: '([\w-]+)', attempts: (\d+), seconds: ([\d_]+) \}/g)].map(
      ([, name, attempts, seconds = '']) => [name, attempts, seconds.replaceAll('_', '')].join(' '),
    ),
  )
  const named = [...page.matchAll(/\| `([\w-]+)` +\| (\d+) +\| (\d+) +\|$/gm)].map((row) => row.slice(1, 4).join(' '))

  expect(named).toHaveLength(16)
  expect(named.filter((limit) => !limits.includes(limit))).toEqual([])
})
