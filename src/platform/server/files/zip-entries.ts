import type { Readable } from 'node:stream'
import { type Entry, fromBufferPromise, getFileNameLowLevel, validateFileName, type ZipFile } from 'yauzl'
import { Refused } from '../../shared/refused.ts'

export type ZipEntry = {
  name: string
  /** The declared size, verified when the entry is read. */
  size: number
  /** @throws Error if the content is longer or shorter than declared, or cannot be unpacked */
  read: () => Promise<Readable>
}

/**
 * Lists a zip's entries, and checks that its directory matches its local headers. If they differ, two programs could
 * see different contents. The library reads only the directory, and nothing is unpacked. @throws Refused
 */
export async function listZipEntries(content: Buffer, maxEntries: number): Promise<ZipEntry[]> {
  const zip = await fromBufferPromise(content, { decodeStrings: false })
  if (zip.entryCount > maxEntries) throw new Refused('file-unsafe')
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const parts: ZipEntry[] = []
  const directoryStart = findDirectoryStart(content, zip, entries)
  // Overlapping entries are a zip bomb, because a few bytes would unpack to any size.
  let end = 0
  for (const entry of entries.toSorted((first, second) => headerOffset(first) - headerOffset(second))) {
    if (headerOffset(entry) < end) throw new Refused('file-unsafe')
    end = await findEntryEnd(zip, entry)
    parts.push({ name: readName(entry), size: entry.uncompressedSize, read: () => zip.openReadStreamPromise(entry) })
  }
  const names = new Set(parts.map(({ name }) => name.toLowerCase()))
  if (end > directoryStart || names.size !== parts.length) throw new Refused('file-damaged')
  return parts
}

/** Checks for the signature of a zip's first entry. */
export function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === 0x04034b50
}

const END_LENGTH = 22
const ENTRY_LENGTH = 46

/** APPNOTE.TXT 4.3.16: the directory's length must match its entries, and only the end record may follow it. */
function findDirectoryStart(content: Buffer, { comment }: ZipFile, entries: Entry[]): number {
  const end = content.length - END_LENGTH - comment.length
  const length = entries.reduce(
    (sum, entry) => sum + ENTRY_LENGTH + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength,
    0,
  )
  const start = content.readUInt32LE(end + 16)
  if (content.readUInt32LE(end + 12) !== length || start + length !== end) throw new Refused('file-damaged')
  return start
}

/** APPNOTE.TXT 4.3.7: reads the local header. It may leave out sizes (4.4.4) but not the name. */
async function findEntryEnd(zip: ZipFile, entry: Entry): Promise<number> {
  const local = await zip.readLocalFileHeaderPromise(entry, {})
  if (isEncrypted(entry) || isEncrypted(local)) throw new Refused('file-unsafe')
  const hasSizes = (local.generalPurposeBitFlag & 8) === 0
  const headersMatch =
    local.fileName.equals(entry.fileNameRaw) &&
    local.compressionMethod === entry.compressionMethod &&
    (!hasSizes || local.compressedSize === entry.compressedSize)
  if (!headersMatch || !entry.canDecodeFileData()) throw new Refused('file-damaged')
  return local.fileDataStart + entry.compressedSize
}

function isEncrypted({ generalPurposeBitFlag }: { generalPurposeBitFlag: number }): boolean {
  return (generalPurposeBitFlag & 1) === 1
}

function headerOffset({ relativeOffsetOfLocalHeader }: Entry): number {
  return relativeOffsetOfLocalHeader
}

function readName({ generalPurposeBitFlag, fileNameRaw }: Entry): string {
  const name = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, [], true)
  if (validateFileName(name) !== null) throw new Refused('file-unsafe')
  return name
}
