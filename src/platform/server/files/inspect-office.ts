import { buffer } from 'node:stream/consumers'
import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '../../shared/refused.ts'
import type { FileType } from '../../shared/upload-rules.ts'
import { type Element, readXml } from './read-xml.ts'
import { isZip, listZipEntries, type ZipEntry } from './zip-entries.ts'

type Office = Extract<FileType, 'docx' | 'xlsx' | 'pptx'>

/** The main content types of Office packages (ECMA-376, part 1). */
const mainTypes = new Map<string, Office>([
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml', 'docx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml', 'xlsx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml', 'pptx'],
])

/** Far more parts than any real document has, including embedded documents. */
const MAX_PARTS = 5_000

/** The largest unpacked size in bytes, including embedded archives: eight times our upload limit. */
const MAX_UNPACKED_BYTES = 200 * 1_048_576

/** Anything may unpack to this size in bytes. Above it, the compression ratio is limited, to stop zip bombs. */
const RATIO_EXEMPT_BYTES = 10 * 1_048_576
const MAX_COMPRESSION_RATIO = 100

/** A document may embed a spreadsheet, but nothing deeper. */
const MAX_DEPTH = 1

/** The size limit for the lists of parts and relationships. */
const MAX_XML_BYTES = 2 * 1_048_576

/** The parts and bytes that may still be read from a document. */
type Allowance = { parts: number; bytes: number }

/**
 * Word, Excel and PowerPoint files are zips. Refuses files that misstate their content, unpack to too much or contain
 * active content. It judges by content, content types and relationships, not by names. @throws Refused
 */
export async function inspectOffice(file: Buffer): Promise<Office> {
  const bytes = Math.min(MAX_UNPACKED_BYTES, Math.max(RATIO_EXEMPT_BYTES, MAX_COMPRESSION_RATIO * file.length))
  try {
    return await inspectPackage(file, { parts: MAX_PARTS, bytes }, 0)
  } catch (problem) {
    // Any library error means that the file cannot be read.
    throw problem instanceof Refused ? problem : new Refused('file-damaged')
  }
}

async function inspectPackage(file: Buffer, allowance: Allowance, depth: number): Promise<Office> {
  const parts = await listZipEntries(file, allowance.parts)
  allowance.parts -= parts.length
  // The declared size is already too large, so nothing needs unpacking.
  if (parts.reduce((sum, { size }) => sum + size, 0) > allowance.bytes) throw new Refused('file-unsafe')
  const types: string[] = []
  for (const part of parts) {
    if (/^\[content_types\]\.xml$/i.test(part.name))
      types.push(...listContentTypes(await readElements(part, allowance)))
    else if (/\.rels$/i.test(part.name)) requireHarmlessRelations(part.name, await readElements(part, allowance))
    else await inspectPart(part, allowance, depth)
  }
  if (types.some((type) => activeTypes.test(type))) throw new Refused('file-active')
  const [type] = types.flatMap((name) => mainTypes.get(name) ?? [])
  if (!type) throw new Refused('file-type-unknown')
  return type
}

/** Charts embed their data as a spreadsheet. Any other embedded document is refused. */
async function inspectEmbedded(archive: Buffer, allowance: Allowance, depth: number): Promise<void> {
  if (depth > MAX_DEPTH) throw new Refused('file-unsafe')
  const type = await inspectPackage(archive, allowance, depth).catch((error: unknown) => {
    if (error instanceof Refused && error.reason === 'file-type-unknown') return undefined
    throw error
  })
  if (type !== 'xlsx') throw new Refused('file-active')
}

/** Macros, controls, objects from other programs, and add-ins from elsewhere. */
const activeTypes = /macro|vba|activex|oleobject|webextension|attachedtoolbars/i

function listContentTypes(elements: Element[]): string[] {
  return elements.map(({ attributes }) => attributes.ContentType ?? '')
}

const activeRelations = new Set([
  'vbaproject',
  'wordvbadata',
  'xlmacrosheet',
  'xlintlmacrosheet',
  'oleobject',
  'control',
  'activexcontrolbinary',
  'attachedtoolbars',
  'afchunk',
  'subdocument',
  'externallink',
  'webextension',
  'webextensiontaskpanes',
])

/** Compares only the last segment of a relationship's type, because Office spells the part before it in two ways. */
function requireHarmlessRelations(name: string, elements: Element[]): void {
  for (const { attributes } of elements) {
    const relation = (attributes.Type ?? '').split('/').at(-1)?.toLowerCase() ?? ''
    const isExternal = attributes.TargetMode?.toLowerCase() === 'external' && relation !== 'hyperlink'
    const isObject = relation === 'package' && !/(?:^|\/)charts\/_rels\//i.test(name)
    // Refuses anything fetched from elsewhere on opening, such as a template, picture or frame.
    if (isExternal || isObject || activeRelations.has(relation)) throw new Refused('file-active')
  }
}

/** Matches the root element of an Excel 4 macro sheet. */
const macroSheet = /<(?:[\w.-]+:)?macrosheet[\s/>]/i

/** The library needs this many bytes to detect a type. */
const HEAD_BYTES = 4_100

/** Bytes kept from the previous chunk, so that a match across two chunks is found. */
const OVERLAP = 256

async function inspectPart(part: ZipEntry, allowance: Allowance, depth: number): Promise<void> {
  const archive: Buffer[] = []
  let [head, window] = [Buffer.alloc(0), Buffer.alloc(0)]
  for await (const piece of readChunks(part, allowance)) {
    head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES - head.length)])
    window = Buffer.concat([window.subarray(-OVERLAP), piece])
    requireNothingActive(head, window)
    if (head.length < 4 || isZip(head)) archive.push(piece)
  }
  if (isZip(head)) return inspectEmbedded(Buffer.concat(archive), allowance, depth + 1)
  if (!(await isHarmlessType(head))) throw new Refused('file-active')
}

async function readElements(part: ZipEntry, allowance: Allowance): Promise<Element[]> {
  if (part.size > MAX_XML_BYTES) throw new Refused('file-unsafe')
  return readXml(await buffer(readChunks(part, allowance)))
}

async function* readChunks(part: ZipEntry, allowance: Allowance): AsyncIterable<Buffer> {
  for await (const piece of await part.read()) {
    allowance.bytes -= piece.length
    if (allowance.bytes < 0) throw new Refused('file-unsafe')
    yield piece
  }
}

/** The test file for virus scanners (eicar.org), split in two so that no scanner blocks this source file. */
const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

export function isEicarTestFile(content: Buffer): boolean {
  return content.includes(EICAR, 0, 'latin1')
}

function requireNothingActive(head: Buffer, window: Buffer): void {
  if (isEicarTestFile(window)) throw new Refused('file-virus')
  if (isMarkup(head) && macroSheet.test(decodeLatin1(window))) throw new Refused('file-active')
}

/** Matches XML in UTF-8 or UTF-16. */
function isMarkup(head: Buffer): boolean {
  return decodeLatin1(head.subarray(0, 64))
    .replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .trimStart()
    .startsWith('<')
}

function decodeLatin1(content: Buffer): string {
  return content.toString('latin1').replaceAll('\0', '')
}

/**
 * Accepts text, pictures, audio, video, fonts and Windows drawings, but no program, document or object from another
 * program.
 */
async function isHarmlessType(head: Buffer): Promise<boolean> {
  const { mime = 'text/plain' } = (await fileTypeFromBuffer(head)) ?? {}
  return /^(?:text|image|audio|video|font)\/|^application\/(?:xml|gzip|vnd\.ms-(?:asf|fontobject))$/.test(mime)
}
