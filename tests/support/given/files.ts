import { crc32, deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { detectFileType } from '#platform/server/files/detect-file-type.ts'
import type { TestApp } from '../app/start-app.ts'

/** A minimal PDF with the correct first bytes. */
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\nendobj\n%%EOF\n')

/** A PDF with a single object. */
export function pdfWith(object: string | Buffer): Buffer {
  return Buffer.concat([Buffer.from('%PDF-1.7\n1 0 obj\n'), Buffer.from(object), Buffer.from('\nendobj\n%%EOF\n')])
}

/** Split in two, so that no virus scanner blocks this source file (eicar.org). */
export const eicarTestFile = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

type Office = 'docx' | 'xlsx' | 'pptx'
type Parts = Record<string, string | Buffer>

/** The main part of each Office format, with its content type. */
const mainParts: Record<Office, [name: string, type: string]> = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
}

/** The parts that turn a zip into an Office file. */
function basicParts(office: Office, types: Record<string, string> = {}): Record<string, string> {
  const [main, name] = mainParts[office]
  const contentTypes = { [main]: `application/vnd.openxmlformats-officedocument.${name}.main+xml`, ...types }
  const overrides = Object.entries(contentTypes).map(
    ([part, type]) => `<Override PartName="/${part}" ContentType="${type}"/>`,
  )
  const namespace = 'http://schemas.openxmlformats.org/package/2006/content-types'
  return { '[Content_Types].xml': `<Types xmlns="${namespace}">${overrides.join('')}</Types>`, [main]: '<main/>' }
}

/**
 * An Office file with additional parts.
 * @param types content types of the additional parts, by name
 */
export function newOfficeFile(office: Office, parts: Parts = {}, types: Record<string, string> = {}): Buffer {
  const all = Object.entries({ ...basicParts(office, types), ...parts })
  return Buffer.from(zipSync(Object.fromEntries(all.map(([name, content]) => [name, Buffer.from(content)]))))
}

export const newDocx = (parts?: Parts, types?: Record<string, string>) => newOfficeFile('docx', parts, types)

/** The content of a `.rels` part, which relates one part of an Office file to another. */
export function relationTo(type: string, target: string, isExternal = false): string {
  const mode = isExternal ? ' TargetMode="External"' : ''
  const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return `<Relationships xmlns="${namespace}"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${mode}/></Relationships>`
}

/** Changes a part's entry in the zip directory. */
export function forgePart(zip: Buffer, part: number, change: (directory: Buffer, at: number) => void): Buffer {
  const forged = Buffer.from(zip)
  let at = forged.readUInt32LE(forged.length - 6)
  for (let index = 0; index < part; index++) at += 46 + forged.readUInt16LE(at + 28) + forged.readUInt16LE(at + 30)
  change(forged, at)
  return forged
}

/** Uploads a file as the browser does. */
export function uploadFile(
  client: Pick<Awaited<ReturnType<TestApp['quickMember']>>, 'send'>,
  path: string,
  content: Buffer,
  name = 'report.pdf',
  type = 'application/octet-stream',
) {
  return client.send('POST', `${path}?name=${encodeURIComponent(name)}`, content, { 'content-type': type })
}

/** Counts the rows for files and for their pieces. */
export async function countFiles(app: Pick<TestApp, 'rows'>) {
  const [counts] = await app.rows(
    'select (select count(*)::int from stored_file) as files, (select count(*)::int from file_piece) as pieces',
  )
  return counts as { files: number; pieces: number }
}

type ZipPart = {
  name: string
  content: Buffer
  /** What the directory falsely claims about this part. */
  claims?: Partial<{ unpacked: number; name: string; start: number; method: number }>
  /** Whether the sizes follow the content, as in a zip that was written as a stream. */
  hasDescriptor?: boolean
  isStored?: boolean
}

/** Builds a zip byte by byte (APPNOTE.TXT 4.3), so that tests can forge its entries. */
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
  const end = [
    Buffer.from('PK\x05\x06'),
    uint16s(0, 0, parts.length, parts.length),
    uint32s(list.length, start),
    uint16s(0),
  ]
  return Buffer.concat([...bodies, list, ...end])
}

/** The part's local record and its directory entry. */
function writePart({ name, content, claims, hasDescriptor = false, isStored = false }: ZipPart, start: number) {
  const packed = isStored ? content : deflateRawSync(content)
  const method = isStored ? 0 : 8
  const flags = hasDescriptor ? 8 : 0
  const sum = crc32(content)
  const sizes = uint32s(sum, packed.length, content.length)
  const body = Buffer.concat([
    Buffer.from('PK\x03\x04'),
    uint16s(20, flags, method, 0, 0),
    hasDescriptor ? Buffer.alloc(12) : sizes,
    uint16s(name.length, 0),
    Buffer.from(name),
    packed,
    ...(hasDescriptor ? [Buffer.from('PK\x07\x08'), sizes] : []),
  ])
  const claimed = { unpacked: content.length, name, start, method, ...claims }
  const entry = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    uint16s(20, 20, flags, claimed.method, 0, 0),
    uint32s(sum, packed.length, claimed.unpacked),
    uint16s(claimed.name.length, 0, 0, 0, 0),
    uint32s(0, claimed.start),
    Buffer.from(claimed.name),
  ])
  return { body, entry }
}

const uint16s = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer)
const uint32s = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer)

/** A Word file with forged parts. */
export function makeDocx(...parts: ZipPart[]): Buffer {
  const basicEntries = Object.entries(basicParts('docx')).map(([name, text]) => ({ name, content: Buffer.from(text) }))
  return makeZip([...basicEntries, ...parts])
}

/** @returns the detected type, or the reason for the refusal */
export async function detectType(content: Buffer, name: string): Promise<string> {
  const detected = await detectFileType({ content, name })
  return detected.ok ? detected.value : detected.reason
}
