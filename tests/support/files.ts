import { crc32, deflateRawSync } from 'node:zlib'
import { strToU8, zipSync } from 'fflate'
import type { TestApp } from './start-app.ts'

/** Files as far as their first bytes tell. */
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n')

/** A Word file as far as its directory tells, with whatever else is put into it. */
export function docxOf(parts: Record<string, string> = {}): Buffer {
  const all = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>', ...parts }
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)]))))
}

/** Changes what the directory of a zip says of its part of this number. */
export function forgePart(zip: Buffer, part: number, change: (directory: Buffer, at: number) => void): Buffer {
  const forged = Buffer.from(zip)
  let at = forged.readUInt32LE(forged.length - 6)
  for (let index = 0; index < part; index++) at += 46 + forged.readUInt16LE(at + 28) + forged.readUInt16LE(at + 30)
  change(forged, at)
  return forged
}

/** What the browser sends of a file. */
export function uploadFile(
  client: Pick<Awaited<ReturnType<TestApp['quickMember']>>, 'send'>,
  path: string,
  content: Buffer,
  name = 'report.pdf',
  type = 'application/octet-stream',
) {
  return client.send('POST', `${path}?name=${encodeURIComponent(name)}`, content, { 'content-type': type })
}

/** How many rows of files there are, and of their pieces. */
export async function countFiles(app: Pick<TestApp, 'rows'>) {
  const [counted] = await app.rows(
    'select (select count(*)::int from stored_file) as files, (select count(*)::int from file_piece) as pieces',
  )
  return counted as { files: number; pieces: number }
}

type ZipPart = {
  name: string
  content: Buffer
  /** What the directory says, where that is not so. */
  says?: Partial<{ unpacked: number; name: string; start: number; method: number }>
  /** The sizes stand after the content, as by programs that do not know them before. */
  hasDescriptor?: boolean
  isStored?: boolean
}

/** A zip byte by byte (APPNOTE.TXT 4.3), to lie as the test wants. */
export function makeZip(parts: ZipPart[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let start = 0
  for (const part of parts) {
    const { body, entry } = writePart(part, start)
    bodies.push(body)
    directory.push(entry)
    start += body.length
  }
  const list = Buffer.concat(directory)
  const end = [Buffer.from('PK\x05\x06'), words(0, 0, parts.length, parts.length), longs(list.length, start), words(0)]
  return Buffer.concat([...bodies, list, ...end])
}

/** What stands at its place, and what the directory says of it. */
function writePart({ name, content, says, hasDescriptor = false, isStored = false }: ZipPart, start: number) {
  const packed = isStored ? content : deflateRawSync(content)
  const method = isStored ? 0 : 8
  const flags = hasDescriptor ? 8 : 0
  const sum = crc32(content)
  const sizes = longs(sum, packed.length, content.length)
  const body = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    words(20, flags, method, 0, 0),
    hasDescriptor ? Buffer.alloc(12) : sizes,
    words(name.length, 0),
    Buffer.from(name),
    packed,
    ...(hasDescriptor ? [Buffer.from('PK\x07\x08'), sizes] : []),
  ])
  const said = { unpacked: content.length, name, start, method, ...says }
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    words(20, 20, flags, said.method, 0, 0),
    longs(sum, packed.length, said.unpacked),
    words(said.name.length, 0, 0, 0, 0),
    longs(0, said.start),
    Buffer.from(said.name),
  ])
  return { body, entry }
}

const words = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const longs = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)

/** A Word file of parts that say of themselves what the test wants. */
export function makeDocx(...parts: ZipPart[]): Buffer {
  const [types, main] = ['[Content_Types].xml', 'word/document.xml']
  return makeZip([
    { name: types, content: Buffer.from('<Types/>') },
    { name: main, content: Buffer.from('<w:document/>') },
    ...parts,
  ])
}
