import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { newDataDirectory } from './data-directory.ts'
import { makeDatabase } from './server-database.ts'

// Resources that are removed after the test, or after all tests of a file with `afterAll`.

type OnCleanup = (remove: () => void | Promise<void>) => void

export async function newFolder(onCleanup: OnCleanup = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-test-'))
  onCleanup(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The data directory of a site that has started before. */
export async function newSiteDirectory(onCleanup: OnCleanup = onTestFinished): Promise<string> {
  const data = await newDataDirectory()
  onCleanup(() => data[Symbol.dispose]())
  return data.directory
}

/** Creates a database on a server, either empty or with the current tables. @returns its address */
export async function newDatabase({ isEmpty = true } = {}, onCleanup: OnCleanup = onTestFinished): Promise<string> {
  const { url, drop } = await makeDatabase({ isEmpty })
  onCleanup(drop)
  return url
}
