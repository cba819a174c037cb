import { expect, onTestFinished, test } from 'vitest'
import { callProgram, runProgram } from '../../support/app/run-program.ts'
import { newFolder, newSiteDirectory } from '../../support/app/temporary.ts'
import { readFrom, storeIn, toConfig } from '../../support/site/backups.ts'
import { makePdf, startFolderStorage } from '../../support/site/file-storages.ts'
import { startSite } from '../../support/site/start-site.ts'

/** Moves files with the operator command while the site is running or stopped. */

test('the command moves files into a folder and, while the site is running, back again', async () => {
  const folder = await startFolderStorage()
  onTestFinished(folder.remove)
  const directory = await newSiteDirectory()
  const { place = '' } = folder.files
  const config = toConfig({ DATA_DIR: directory })
  const content = makePdf(700_000)
  const id = await storeIn(config, content)

  const moved = await callProgram(['move-files'], { DATA_DIR: directory, FILES_STORE: place })
  expect(moved).toMatchObject({
    status: 0,
    stdout: `Files moved to ${place}: 1. Already there: 0. Not moved: 0.\n`,
  })
  expect(await folder.store?.names()).toHaveLength(1)
  {
    await using site = await startSite({ directory })
    const movedBack = await runProgram(['move-files'], { DATA_DIR: directory })
    expect([movedBack.status, movedBack.stdout]).toEqual([
      0,
      `Files moved to the database: 1. Already there: 0. Not moved: 0.\nFiles that the running site will remove from ${place}: 1.\n`,
    ])
    await site.stop()
  }
  expect((await readFrom(config, id)).equals(content)).toBe(true)
  const refused = await callProgram(['move-files', '--forget', place], { DATA_DIR: directory, FILES_STORE: place })
  expect(refused).toMatchObject({
    status: 1,
    stderr: `The site keeps its files in ${place}, so you can’t forget that place.\n`,
  })
  const forgotten = await callProgram(['move-files', '--forget', place], { DATA_DIR: directory })
  expect(forgotten.stdout).toBe('Files moved to the database: 0. Already there: 0. Not moved: 0.\n')
})

test('if the file folder is missing, the site does not start and names the folder', async () => {
  const place = `file://${await newFolder()}/none`
  const directory = await newSiteDirectory()
  await expect(startSite({ directory, environment: { FILES_STORE: place } })).rejects.toThrow(
    `FILES_STORE is ${place}, but the site can’t read and write the folder ${place.slice(7)}.`,
  )
})
