import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { inOperatorContext } from '#app/server/carry-out-command.ts'
import { readConfig } from '#app/server/config.ts'
import { openFolderPlace, pdfOf, read, store, withFiles } from '../support/file-places.ts'
import { runProgram } from '../support/run-program.ts'
import { freePort, startSite } from '../support/start-site.ts'

/** Moving files by the program, as an operator runs it. */

vi.setConfig({ testTimeout: 180_000 })
const log = { info() {}, warn() {}, error() {} }

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-move-files-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const run = async (given: string[], environment: Record<string, string>) =>
  runProgram('move-files', given, { SANDBOX_PORT: String(await freePort()), ...environment })

test('files are moved into a folder and back, by the program alone and by a site that runs', async () => {
  const [folder, directory] = [await openFolderPlace(), await newFolder()]
  onTestFinished(folder.remove)
  const { place = '' } = folder.files
  const config = readConfig({ DATA_DIR: directory, LOG_LEVEL: 'silent' })
  const content = pdfOf(700_000)
  const id = await inOperatorContext(config, log, (context) => store(withFiles({ context }, context), content))

  const there = await run([], { DATA_DIR: directory, FILES_STORE: place })
  expect([there.status, there.stdout]).toEqual([
    0,
    `Files moved to ${place}: 1. Found there already: 0. Not moved: 0.\n`,
  ])
  expect(await folder.store?.names()).toHaveLength(1)
  {
    await using site = await startSite({ directory })
    const back = await run([], { DATA_DIR: directory })
    expect([back.status, back.stdout]).toEqual([
      0,
      `Files moved to the database: 1. Found there already: 0. Not moved: 0.\nStill to be removed from ${place}, by the running site: 1.\n`,
    ])
    await site.stop()
  }
  const found = await inOperatorContext(config, log, (context) => read(context as never, id))
  expect(found.equals(content)).toBe(true)
  const forgotten = await run(['--forget', place], { DATA_DIR: directory })
  expect(forgotten.stdout).toBe('Files moved to the database: 0. Found there already: 0. Not moved: 0.\n')
})

test.each([
  [['everything'], {}, '"everything" is too much. See npm run move-files -- --help.'],
  [['--colour', 'red'], {}, "Unknown option '--colour'. See npm run move-files -- --help."],
  [[], { FILES_STORE: 's3://uploads' }, /^FILES_STORE is a bucket\. Set S3_REGION/],
  [
    ['--forget', 'file:///srv/files'],
    { FILES_STORE: 'file:///srv/files' },
    'Files are kept in file:///srv/files: that is not forgotten.',
  ],
])('npm run move-files %j with %j is refused in a sentence', async (given, environment, sentence) => {
  const { status, stderr } = await run(given, { DATA_DIR: await newFolder(), ...environment })
  expect([status, stderr]).toEqual([1, expect.stringMatching(sentence)])
})

test('a site whose folder for files is missing does not start, and says which', async () => {
  const place = `file://${await newFolder()}/none`
  await expect(startSite({ environment: { FILES_STORE: place } })).rejects.toThrow(
    `FILES_STORE is ${place}, but ${place.slice(7)} is no folder that the site can read and write.`,
  )
})
