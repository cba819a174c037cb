import { randomUUID } from 'node:crypto'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { makePdf } from '#tests/support/site/file-storages.ts'
import { mountSmallDisk } from '#tests/support/site/small-disk.ts'
import { openFolderStorage } from './folder-storage.ts'
import { contentInMemory } from './move-files.ts'

const canMount = process.getuid?.() === 0

function givenDisk() {
  const disk = mountSmallDisk(3)
  onTestFinished(disk.unmount)
  return { ...disk, storage: openFolderStorage(disk.folder) }
}

const listFileNames = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test.runIf(canMount)(
  'a file that does not fit on the disk leaves nothing behind, and existing files stay',
  async () => {
    const { folder, storage, fill, makeRoom } = givenDisk()
    const [first, second] = [randomUUID(), randomUUID()]
    const content = makePdf(1_500_000)
    await storage.put(first, contentInMemory(content))
    await expect(storage.put(second, contentInMemory(makePdf(2_000_000)))).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await listFileNames(folder)).toEqual([first])
    fill()
    await expect(storage.put(second, contentInMemory(makePdf(10)))).rejects.toMatchObject({ code: 'ENOSPC' })
    const stored = await storage.read(first)
    expect(stored && (await buffer(stored))).toEqual(content)
    makeRoom()
    await storage.put(second, contentInMemory(makePdf(10)))
    expect((await listFileNames(folder)).sort()).toEqual([first, second].sort())
  },
)

test.runIf(canMount)('files outside the folder are never read, written or removed', async () => {
  const { folder, storage } = givenDisk()
  for (const key of ['../letter', '/etc/passwd', 'a/../../letter', '']) {
    await expect(storage.put(key, contentInMemory(makePdf(5)))).rejects.toThrow('Invalid file key')
    await expect(storage.read(key)).rejects.toThrow('Invalid file key')
    await expect(storage.remove(key)).rejects.toThrow('Invalid file key')
  }
  // Someone with write access replaces a file with a link to another file.
  const key = randomUUID()
  await mkdir(join(folder, key.slice(0, 2)))
  await writeFile(join(folder, 'secret'), 'secret')
  await symlink(join(folder, 'secret'), join(folder, key.slice(0, 2), key))
  await expect(storage.read(key)).rejects.toMatchObject({ code: 'ELOOP' })
})

test.runIf(canMount)('removing a file also removes a partial file left by a crash', async () => {
  const { folder, storage } = givenDisk()
  const key = randomUUID()
  await mkdir(join(folder, key.slice(0, 2)))
  await writeFile(join(folder, key.slice(0, 2), `.${key}.part`), 'half')
  expect(await storage.read(key)).toBeUndefined()
  expect(await storage.isEmpty()).toBe(false)
  await storage.remove(key)
  await storage.remove(key)
  expect([await listFileNames(folder), await storage.isEmpty()]).toEqual([[], true])
})
