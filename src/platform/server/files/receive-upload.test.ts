import { type FileHandle, mkdtemp, open, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/app/silent-log.ts'
import { makeDocx, pdf } from '#tests/support/given/files.ts'
import type { MemberContext } from '../context.ts'
import { databaseOnly } from './open-storage.ts'
import { receiveUpload } from './receive-upload.ts'

const folder = await mkdtemp(join(tmpdir(), 'futureworld-receive-'))
vi.stubEnv('TMPDIR', folder)
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

/** Everything that uses disk space: named files, and unlinked files that are still open. */
async function listDiskUse(): Promise<string[]> {
  const openFiles = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  const files = (await Promise.all(openFiles)).filter((path) => path.startsWith(folder))
  return [...(await readdir(folder)), ...files]
}

function receive(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  name = 'report.pdf',
  count = async () => {},
  memberId = 'ada',
) {
  const context = {
    files: databaseOnly,
    limits: { count },
    log: silentLog,
    actor: { memberId },
  } as unknown as MemberContext
  return receiveUpload(context, Readable.from(content), name)
}

async function* interruptedUpload() {
  yield pdf
  expect(await listDiskUse()).toHaveLength(1)
  throw new Error('The connection broke')
}

function* oversizedUpload() {
  for (let megabyte = 0; megabyte < 26; megabyte += 1) yield Buffer.alloc(1_048_576, '%PDF-')
}

const bomb = makeDocx({ name: 'word/a.bin', content: Buffer.alloc(20 * 1_048_576), claims: { unpacked: 9 } })

test.each<[string, () => Promise<unknown>, RegExp]>([
  ['whose connection breaks', () => receive(interruptedUpload()), /connection broke/],
  ['of an unaccepted type', () => receive([Buffer.from('<svg/>')]), /file-type-unknown/],
  ['of 26 MB', () => receive(oversizedUpload()), /file-too-large/],
  ['that unpacks to more than declared', () => receive([bomb], 'a.docx'), /file-damaged/],
  ['over the limit', () => receive([pdf], 'a.pdf', () => Promise.reject(new Error('Too many'))), /Too many/],
])('a file %s leaves nothing behind on the disk', async (_, send, problem) => {
  await expect(send()).rejects.toThrow(problem)
  expect(await listDiskUse()).toEqual([])
})

test('an accepted file leaves nothing behind on the disk once it is stored', async () => {
  {
    await using file = await receive([pdf])
    expect([file.size, await listDiskUse()]).toEqual([pdf.length, [expect.stringContaining('deleted')]])
  }
  expect(await listDiskUse()).toEqual([])
})

test('a partial write is continued until the file is complete', async () => {
  await using disk = await watchDisk((write) => write(7))
  await using file = await receive([pdf])
  expect(disk.writes.length).toBeGreaterThan(1)
  expect(await buffer(file.pieces())).toEqual(pdf)
})

test('a file that does not fit on the disk is rejected and leaves nothing behind', async () => {
  await using _ = await watchDisk((write, writes) => {
    if (writes > 1) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    return write(7)
  })
  await expect(receive([pdf])).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await listDiskUse()).toEqual([])
})

test('a member may upload two files at a time, and a third once one has been stored', async () => {
  const files = [await receive([pdf]), await receive([pdf])]
  await expect(receive([pdf])).rejects.toThrow('uploads-in-progress')
  await expect(receive([Buffer.from('<svg/>')], 'a.svg', undefined, 'grace')).rejects.toThrow('file-type-unknown')
  await files[0]?.[Symbol.asyncDispose]()
  files.push(await receive([pdf]))
  await expect(receive([pdf])).rejects.toThrow('uploads-in-progress')
  for (const file of files.slice(1)) await file[Symbol.asyncDispose]()
  expect(await listDiskUse()).toEqual([])
})

test('at most twenty uploads are in progress, across all members', async () => {
  const send = (number: number) => receive([pdf], 'report.pdf', undefined, `member ${Math.floor(number / 2)}`)
  const files = await Promise.all(Array.from({ length: 20 }, (_, number) => send(number)))
  await expect(send(20)).rejects.toThrow('too-many-uploads')
  await Promise.all(files.map((file) => file[Symbol.asyncDispose]()))
  await using file = await send(20)
  expect(file.size).toBe(pdf.length)
})

/** Each write goes through `behave`, which may limit how many bytes are written. */
async function watchDisk(
  behave: (write: (maxBytes: number) => ReturnType<FileHandle['write']>, writes: number) => unknown,
) {
  const handle = await open('/dev/null')
  const files = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const writes: number[] = []
  const { write } = files
  const spy = vi.spyOn(files, 'write').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
    const [bytes, from, length, position] = args as [Buffer, number, number, number]
    writes.push(length)
    const writeLimited = (maxBytes: number) =>
      Reflect.apply(write, this, [bytes, from, Math.min(maxBytes, length), position])
    return behave(writeLimited, writes.length) as never
  })
  return { writes, [Symbol.asyncDispose]: async () => spy.mockRestore() }
}
