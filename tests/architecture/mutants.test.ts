import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from '../../scripts/mutants.ts'

/** Code that is written differently leaves the long proof without what it takes away: here it shows at once. */
test.each(mutants)('what takes away that $takesAway still stands in the code once', ({ file, from, to, tests }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  for (const test of tests) expect(existsSync(test), test).toBe(true)
})
