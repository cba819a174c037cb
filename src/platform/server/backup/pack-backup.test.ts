import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Manifest } from './manifest.ts'
import { openBackup, packBackup, verifyBackup } from './pack-backup.ts'
import { makeKey, sealBackup } from './seal-backup.ts'
import { writeNewFile } from './write-file.ts'

const manifest: Manifest = {
  format: 1,
  kind: 'postgresql',
  takenAt: '2026-11-23T08:00:00.000Z',
  productVersion: '0.1.0',
  serverVersion: 150_019,
  migrations: ['0001-catalogue.sql'],
  tables: [{ table: 'public.purchase', rows: 2, checksum: '123', sums: { 'GBP total': '23760' } }],
}

/** Longer than a few pieces, and of no round length. */
const dump = randomBytes(11_000_003)

async function* inChunks(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 300_007) yield bytes.subarray(at, at + 300_007)
}

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function newBackup({ recipients = [] as string[] } = {}) {
  const folder = await newFolder()
  const file = join(folder, 'backup')
  await writeNewFile(file, await sealBackup(packBackup(manifest, inChunks(dump)), recipients))
  return { folder, file }
}

async function newKey(folder: string) {
  const key = await makeKey(new Date())
  const keyFile = join(folder, `${randomBytes(4).toString('hex')}.key`)
  await writeFile(keyFile, key.file)
  return { keyFile, recipient: key.recipient }
}

async function dumpIn(file: string, keyFile?: string) {
  const opened = await openBackup(file, { keyFile })
  const parts: Buffer[] = []
  for await (const part of opened.dump) parts.push(part)
  return { manifest: opened.manifest, dump: Buffer.concat(parts) }
}

test('a backup gives back what it was given, and only the user of the site can read its file', async () => {
  const { file } = await newBackup()
  const found = await dumpIn(file)
  expect(found.manifest).toEqual(manifest)
  expect(found.dump.equals(dump)).toBe(true)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')
})

test('the dump in a backup is had without this program, by tar alone', async () => {
  const { file } = await newBackup()
  const out = execFileSync('tar', ['--extract', '--to-stdout', '--file', file, 'database'], { maxBuffer: 100_000_000 })
  expect(out.equals(dump)).toBe(true)
  const document = await readFile('docs/operations/backup.md', 'utf8')
  expect(document).toContain('`tar --extract --to-stdout --file backup.tar database`')
})

test('an encrypted backup is opened by each of its keys, and shows nothing of itself', async () => {
  const folder = await newFolder()
  const [one, other] = [await newKey(folder), await newKey(folder)]
  const { file } = await newBackup({ recipients: [one.recipient, other.recipient] })
  for (const { keyFile } of [one, other]) expect((await dumpIn(file, keyFile)).dump.equals(dump)).toBe(true)
  expect((await readFile(file)).includes('manifest')).toBe(false)
})

test('another key, or none, does not open it, and says so in a sentence', async () => {
  const folder = await newFolder()
  const [ours, strange] = [await newKey(folder), await newKey(folder)]
  const { file } = await newBackup({ recipients: [ours.recipient] })
  await expect(verifyBackup(file, strange)).rejects.toThrow(
    `The key in ${strange.keyFile} does not open the backup ${file}.`,
  )
  await expect(verifyBackup(file)).rejects.toThrow(`The backup ${file} is encrypted. Name the file with its key`)
  await expect(verifyBackup(file, { keyFile: file })).rejects.toThrow('holds no key of age')
})

test.each(['in the open', 'encrypted'])('one altered byte anywhere in a backup %s is noticed', async (kind) => {
  const { keyFile, recipient } = await newKey(await newFolder())
  const { folder, file } = await newBackup({ recipients: kind === 'encrypted' ? [recipient] : [] })
  const bytes = await readFile(file)
  for (const place of [0.02, 0.3, 0.6, 0.98]) {
    const altered = Buffer.from(bytes)
    const at = Math.floor(dump.length * place)
    altered[at] = (altered[at] ?? 0) ^ 1
    const other = join(folder, 'altered')
    await writeFile(other, altered)
    await expect(verifyBackup(other, { keyFile })).rejects.toThrow(/is no backup, or it is damaged or was altered: /)
  }
})

test.each(['in the open', 'encrypted'])('a backup %s that was cut off is noticed, wherever it ends', async (kind) => {
  const { keyFile, recipient } = await newKey(await newFolder())
  const { folder, file } = await newBackup({ recipients: kind === 'encrypted' ? [recipient] : [] })
  const bytes = await readFile(file)
  for (const length of [0, 100, 70_000, 5_000_000, bytes.length - 2_000]) {
    const other = join(folder, 'cut')
    await writeFile(other, bytes.subarray(0, length))
    await expect(verifyBackup(other, { keyFile })).rejects.toThrow(
      /is no backup, or it is damaged or was altered: |does not open the backup/,
    )
  }
})

test('a backup never takes the place of a file, and one that breaks off leaves nothing', async () => {
  const folder = await newFolder()
  const file = join(folder, 'backup')
  const broken = async function* () {
    yield dump
    throw new Error('the server went away')
  }
  await expect(writeNewFile(file, broken())).rejects.toThrow('the server went away')
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')

  await writeNewFile(file, inChunks(dump))
  await expect(writeNewFile(file, inChunks(dump))).rejects.toThrow(`There is a file ${file} already.`)
  await expect(writeNewFile(join(folder, 'none', 'backup'), inChunks(dump))).rejects.toThrow(
    'cannot be written (ENOENT).',
  )
  await expect(verifyBackup(join(folder, 'none'))).rejects.toThrow('cannot be read (ENOENT).')
})
