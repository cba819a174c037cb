import { expect, test } from 'vitest'
import { callProgram } from '../support/app/run-program.ts'
import { newFolder, newSiteDirectory } from '../support/app/temporary.ts'

/**
 * A short test of R10 in docs/promises.md on the embedded database. For more, see
 * tests/processes/embedded/backup*.test.ts.
 */

test('a restore drill restores every table unchanged', async () => {
  const environment = { DATA_DIR: await newSiteDirectory() }
  expect((await callProgram(['backup', await newFolder()], environment)).status).toBe(0)
  const { status, stdout } = await callProgram(['restore', 'drill'], environment)
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/\nEvery table in the backup taken at .* is the same after/),
  ])
})
