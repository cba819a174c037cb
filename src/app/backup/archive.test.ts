import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openDataKeys } from '#platform/server/data-keys.ts'
import { newFolder } from '#tests/support/app/temporary.ts'
import { openBackup, packBackup, verifyBackup } from './archive.ts'
import { writeNewFile } from './durable-file.ts'
import { encryptBackup, generateKeyPair } from './encryption.ts'
import type { Manifest } from './manifest.ts'

const manifest: Manifest = {
  format: 1,
  kind: 'postgresql',
  takenAt: '2026-11-23T08:00:00.000Z',
  productVersion: '0.1.0',
  serverVersion: 150_019,
  migrations: [{ name: '0001-platform.sql', checksum: 'sum' }],
  tables: [{ table: 'public.purchase', rows: 2, checksum: '123', sums: { 'GBP total': '23760' } }],
}

const trust = openDataKeys([Buffer.alloc(32, 1)])

/** Spans several chunks and ends in the middle of one. */
const dump = randomBytes(11_000_003)

async function* toChunks(bytes: Buffer) {
  for (let offset = 0; offset < bytes.length; offset += 300_007) yield bytes.subarray(offset, offset + 300_007)
}

async function newBackup({ recipients = [] as string[], content = packBackup(trust, manifest, toChunks(dump)) } = {}) {
  const folder = await newFolder()
  const file = join(folder, 'backup')
  await writeNewFile(file, await encryptBackup(content, recipients))
  return { folder, file }
}

async function newKey(folder: string) {
  const key = await generateKeyPair(new Date())
  const keyFile = join(folder, `${randomBytes(4).toString('hex')}.key`)
  await writeFile(keyFile, key.file)
  return { keyFile, recipient: key.recipient }
}

async function readBackup(file: string, keyFile?: string) {
  const opened = await openBackup(file, { keyFile, trust })
  return { manifest: opened.manifest, dump: await buffer(opened.dump) }
}

test("a restored backup has its original content, and only the site's user can read the file", async () => {
  const { file } = await newBackup()
  const restored = await readBackup(file)
  expect(restored.manifest).toEqual(manifest)
  expect(restored.dump.equals(dump)).toBe(true)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')
})

test('the dump in a backup can be extracted with tar alone', async () => {
  const { file } = await newBackup()
  const output = execFileSync('tar', ['--extract', '--to-stdout', '--file', file, 'database'], {
    maxBuffer: 100_000_000,
  })
  expect(output.equals(dump)).toBe(true)
  const document = await readFile('docs/operations/backup.md', 'utf8')
  expect(document).toContain('`tar --extract --to-stdout --file backup.tar database`')
})

test('an encrypted backup can be opened with any of its keys and contains no plain text', async () => {
  const folder = await newFolder()
  const [firstKey, secondKey] = [await newKey(folder), await newKey(folder)]
  const { file } = await newBackup({ recipients: [firstKey.recipient, secondKey.recipient] })
  for (const { keyFile } of [firstKey, secondKey])
    expect((await readBackup(file, keyFile)).dump.equals(dump)).toBe(true)
  expect((await readFile(file)).includes('manifest')).toBe(false)
})

test('if the key is wrong or missing, the backup cannot be opened and the error names the file', async () => {
  const folder = await newFolder()
  const [ownKey, otherKey] = [await newKey(folder), await newKey(folder)]
  const { file } = await newBackup({ recipients: [ownKey.recipient] })
  await expect(verifyBackup(file, { ...otherKey, trust })).rejects.toThrow(
    `The key in ${otherKey.keyFile} doesn’t open the backup ${file}.`,
  )
  await expect(verifyBackup(file, { trust })).rejects.toThrow(
    `The backup ${file} is encrypted. Name the file with its key`,
  )
  await expect(verifyBackup(file, { keyFile: file, trust })).rejects.toThrow('has no age key in it')
})

test.each(['unencrypted', 'encrypted'])('in an %s backup, any alteration or truncation is detected', async (kind) => {
  const { keyFile, recipient } = await newKey(await newFolder())
  const { folder, file } = await newBackup({ recipients: kind === 'encrypted' ? [recipient] : [] })
  const bytes = await readFile(file)
  const altered = [0.02, 0.3, 0.6, 0.98].map((position) => alterByte(bytes, Math.floor(dump.length * position)))
  const truncated = [0, 100, 70_000, 5_000_000, bytes.length - 2_000].map((length) => bytes.subarray(0, length))
  const damagedFile = join(folder, 'damaged')
  for (const damaged of [...altered, ...truncated]) {
    await writeFile(damagedFile, damaged)
    await expect(verifyBackup(damagedFile, { keyFile, trust })).rejects.toThrow(
      /isn’t a backup, or it’s been damaged or changed: |doesn’t open the backup/,
    )
  }
})

function alterByte(bytes: Buffer, offset: number): Buffer {
  const altered = Buffer.from(bytes)
  altered[offset] = (altered[offset] ?? 0) ^ 1
  return altered
}

test('a backup never overwrites a file, and an interrupted one leaves nothing behind', async () => {
  const folder = await newFolder()
  const file = join(folder, 'backup')
  const brokenDump = async function* () {
    yield dump
    throw new Error('the server went away')
  }
  await expect(writeNewFile(file, brokenDump())).rejects.toThrow('the server went away')
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')

  await writeNewFile(file, toChunks(dump))
  await expect(writeNewFile(file, toChunks(dump))).rejects.toThrow(`${file} already exists.`)
  await expect(writeNewFile(join(folder, 'none', 'backup'), toChunks(dump))).rejects.toThrow(
    'can’t be written to (ENOENT).',
  )
  await expect(verifyBackup(join(folder, 'none'), { trust })).rejects.toThrow('can’t be read (ENOENT).')
})

const contents = async function* () {
  yield { id: 'a-file', content: Buffer.from('what somebody gave') }
}

test.each([
  ['another dump', packBackup(unknownKeys(), manifest, toChunks(dump.subarray(1)))],
  ['another manifest', packBackup(unknownKeys(), { ...manifest, productVersion: '0.2.0' }, toChunks(dump))],
  ['other files', packBackup(unknownKeys(), { ...manifest, format: 2 }, toChunks(dump), contents())],
])('a backup forged with %s is rejected, even if it is complete and its counts are correct', async (_, content) => {
  const { file } = await newBackup({ content })
  await expect(verifyBackup(file, { trust })).rejects.toThrow(/is signed with a key \([0-9a-f]{16}\) that isn’t here\./)
  await verifyBackup(file, { trust: 'unsigned' })
})

test.each([1, 2] as const)(
  'the signature of one backup (format %i) is not valid for another backup',
  async (format) => {
    const { file } = await newBackup({ content: packBackup(trust, { ...manifest, format }, toChunks(dump)) })
    const otherBackup = await newBackup({
      content: packBackup(trust, { ...manifest, format, takenAt: '2026-11-24T08:00:00.000Z' }, toChunks(dump)),
    })
    const [bytes, otherBytes] = [await readFile(file), await readFile(otherBackup.file)]
    const signatureStart = bytes.lastIndexOf('signature.json')
    await writeFile(
      otherBackup.file,
      Buffer.concat([otherBytes.subarray(0, signatureStart), bytes.subarray(signatureStart)]),
    )

    await verifyBackup(file, { trust })
    await expect(verifyBackup(otherBackup.file, { trust })).rejects.toThrow(
      'been damaged or changed: the signature does not match its content.',
    )
  },
)

test.each([1, 2] as const)('a backup (format %i) without its signature is rejected', async (format) => {
  const { file } = await newBackup({ content: packBackup(trust, { ...manifest, format }, toChunks(dump)) })
  const bytes = await readFile(file)
  await writeFile(file, Buffer.concat([bytes.subarray(0, bytes.lastIndexOf('signature.json')), Buffer.alloc(1_024)]))

  await expect(verifyBackup(file, { trust })).rejects.toThrow(
    'isn’t signed. If it’s from a version that didn’t sign backups',
  )
  await verifyBackup(file, { trust: 'unsigned' })
})

test('a backup is trusted if its key is listed, in any order', async () => {
  const { file } = await newBackup()
  const rotated = openDataKeys([Buffer.alloc(32, 2), Buffer.alloc(32, 1)])
  await verifyBackup(file, { trust: rotated })
})

function unknownKeys() {
  return openDataKeys([Buffer.alloc(32, 9)])
}
