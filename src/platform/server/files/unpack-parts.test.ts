import { expect, test } from 'vitest'
import { makeDocx, makeZip } from '../../../../tests/support/files.ts'
import { recognizeFile } from './recognize-file.ts'

const MB = 1_048_576

async function recognize(content: Buffer): Promise<string> {
  const read = async (from: number, length: number) => content.subarray(from, from + length)
  return recognizeFile({ size: content.length, isText: false, read }, 'report.docx').catch(({ reason }) => reason)
}

/** Bytes that cannot be packed. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let seed = 1
  for (let at = 0; at + 4 <= length; at += 4) {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    bytes.writeInt32LE(seed | 0, at)
  }
  return bytes
}

const picture = { name: 'word/media/picture.png', content: noise(600_000) }
const zeros = (megabytes: number) => ({ name: 'word/media/zeros.bin', content: Buffer.alloc(megabytes * MB) })

test.each([
  ['packed', makeDocx(picture)],
  ['stored', makeDocx({ ...picture, isStored: true })],
  ['of a program that writes the sizes after the content', makeDocx({ ...picture, hasDescriptor: true })],
  ['with an empty folder', makeDocx({ name: 'word/media/', content: Buffer.alloc(0), isStored: true })],
  ['with a sheet within it', makeDocx({ name: 'word/embeddings/a.xlsx', content: makeDocx(picture) })],
  ['that unpacks to a few megabytes', makeDocx(zeros(9))],
])('a Word file %s is taken', async (_, content) => {
  expect(await recognize(content)).toBe('docx')
})

const nested = (depth: number): Buffer =>
  makeDocx({ name: 'word/embeddings/a.docx', content: depth === 0 ? Buffer.from('x') : nested(depth - 1) })

test.each([
  ['unpacks to more than it says', makeDocx({ ...zeros(9), says: { unpacked: 10 } })],
  ['unpacks to hundreds of times its size, as it says', makeDocx(zeros(30))],
  [
    'holds an archive that unpacks to hundreds of times its size',
    makeDocx({ ...picture, content: makeZip([zeros(30)]) }),
  ],
  ['holds an archive that lies', makeDocx({ ...picture, content: makeZip([{ ...zeros(1), says: { unpacked: 1 } }]) })],
  ['holds archives in archives in archives', nested(3)],
  ['has a part within another', makeDocx({ ...picture, isStored: true, content: makeZip([picture]) }, within())],
  ['has the same part twice over', makeDocx(picture, { ...picture, says: { start: startOf(2) } })],
])('a Word file that %s is not taken', async (_, content) => {
  expect(await recognize(content)).toBe('file-unsafe')
})

test.each([
  ['unpacks to less than it says', makeDocx({ ...picture, says: { unpacked: 600_001 } })],
  [
    'is called one thing in its list and another in itself',
    makeDocx({ ...picture, says: { name: 'word/media/picture.jpg' } }),
  ],
  ['is packed in one way in its list and another in itself', makeDocx({ ...picture, says: { method: 0 } })],
  ['has a part that cannot be unpacked', broken(makeDocx({ ...picture, content: Buffer.alloc(90_000, 'words ') }))],
])('a Word file that %s is damaged', async (_, content) => {
  expect(await recognize(content)).toBe('file-damaged')
})

test('other work goes on while a large document is unpacked', async () => {
  let turns = 0
  let isDone = false
  const count = () => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const document = makeDocx({ name: 'word/a.bin', content: noise(MB) }, zeros(90))
  turns = 0
  expect(await recognize(document)).toBe('docx')
  isDone = true
  expect(turns).toBeGreaterThan(100)
})

/** Where the part of this number begins in a document with that picture. */
function startOf(part: number): number {
  const zip = makeDocx(picture)
  let at = zip.readUInt32LE(zip.length - 6)
  for (let index = 0; index < part; index++) at += 46 + zip.readUInt16LE(at + 28)
  return zip.readUInt32LE(at + 42)
}

/** A part that begins where the archive within the one before it has its first part. */
function within() {
  return { ...picture, says: { start: startOf(2) + 30 + picture.name.length } }
}

function broken(zip: Buffer): Buffer {
  return Buffer.from(zip.fill(0xff, startOf(2) + 30 + picture.name.length, startOf(2) + 30 + picture.name.length + 20))
}
