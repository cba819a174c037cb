import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireFolder } from './folder-storage.ts'

test('a folder for files must exist at startup, and a bucket is not checked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await requireFolder(undefined)
  await requireFolder('s3://uploads/')
  await requireFolder(`file://${folder}`)
  await writeFile(join(folder, 'letter'), 'Hello')
  for (const place of [`file://${folder}/none`, `file://${folder}/letter`])
    await expect(requireFolder(place)).rejects.toThrow(`FILES_STORE is ${place}, but `)
})
