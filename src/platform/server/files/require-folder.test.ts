import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#tests/support/app/temporary.ts'
import { requireFolder } from './folder-storage.ts'

test('a folder for files must exist at startup, and a bucket is not checked', async () => {
  const folder = await newFolder()
  await requireFolder(undefined)
  await requireFolder('s3://uploads/')
  await requireFolder(`file://${folder}`)
  await writeFile(join(folder, 'letter'), 'Hello')
  for (const place of [`file://${folder}/none`, `file://${folder}/letter`])
    await expect(requireFolder(place)).rejects.toThrow(`FILES_STORE is ${place}, but `)
})
