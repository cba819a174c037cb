import { expect, test } from 'vitest'
import { callProgram } from '../support/app/run-program.ts'
import { newFolder, newSiteDirectory } from '../support/app/temporary.ts'

/** R10 in docs/promises.md on the embedded database, in brief. tests/processes/embedded/backup*.test.ts has more. */

test('a restore drill restores every table unchanged', async () => {
  const environment = { DATA_DIR: await newSiteDirectory() }
  expect((await callProgram(['backup', await newFolder()], environment)).status).toBe(0)
  const { status, stdout } = await callProgram(['restore', 'drill'], environment)
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\nEvery table of the backup of .* is the same after/)])
})
