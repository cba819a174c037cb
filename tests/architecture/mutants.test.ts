import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mutants } from '../../scripts/test/mutants.ts'

/** Refactoring may silently disable a mutation. This test detects that without running the mutation tests. */
test.each(mutants)('the code for the mutation "$guarantee" exists exactly once', ({ file, from, to, tests }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
  for (const test of tests) expect(existsSync(test), test).toBe(true)
})
