import { Refused } from '#platform/shared/refused.ts'
import type { FileType } from '#platform/shared/stored-file.ts'
import type { Spooled } from './recognize-file.ts'

/** No document of an office has so many parts. */
const MOST_PARTS = 5_000

/** Bytes that a document may say it unpacks to: eight times the largest that we take. */
const MOST_UNPACKED = 200 * 1_048_576

/** The part of a package by which it is known (ECMA-376). */
const mainParts: Record<string, FileType> = {
  'word/document.xml': 'docx',
  'xl/workbook.xml': 'xlsx',
  'ppt/presentation.xml': 'pptx',
}

/**
 * Word, Excel and PowerPoint files are zips. Only the list of what is inside is looked at, and nothing is unpacked: here
 * it is refused where it lies about itself or would unpack to far more than it should.
 */
export async function readOfficeType(file: Spooled): Promise<FileType> {
  const parts = await readParts(file)
  requireHarmless(parts)
  const names = new Set(parts.map(({ name }) => name))
  if (names.size !== parts.length) throw new Refused('file-damaged')
  const [type] = Object.entries(mainParts).flatMap(([name, kind]) => (names.has(name) ? [kind] : []))
  if (!type || !names.has('[Content_Types].xml')) throw new Refused('file-type-unknown')
  return type
}

type Part = { name: string; isLocked: boolean; packed: number; unpacked: number; start: number }

function requireHarmless(parts: Part[]): void {
  const unpacked = parts.reduce((sum, part) => sum + part.unpacked, 0)
  if (unpacked > MOST_UNPACKED) throw new Refused('file-unsafe')
  const isUnsafe = ({ name, isLocked }: Part) => isLocked || leadsOut(name) || /vbaProject\.bin$/i.test(name)
  if (parts.some(isUnsafe)) throw new Refused('file-unsafe')
  // Parts that share their bytes: a few of them unpack to as much as one likes.
  const inOrder = parts.toSorted((one, other) => one.start - other.start)
  const overlap = inOrder.some((part, index) => part.start + part.packed > (inOrder[index + 1]?.start ?? Infinity))
  if (overlap) throw new Refused('file-unsafe')
}

function leadsOut(name: string): boolean {
  return /^[/\\]|^[a-z]:|\\/i.test(name) || name.split('/').includes('..')
}

const END_LENGTH = 22
const PART_LENGTH = 46
const LONGEST_COMMENT = 65_535

/** APPNOTE.TXT 4.3.12 and 4.3.16: the directory at the end. Those of 4 GB and more have another, which we do not take. */
async function readParts(file: Spooled): Promise<Part[]> {
  const tailLength = Math.min(file.size, END_LENGTH + LONGEST_COMMENT)
  const tail = await file.read(file.size - tailLength, tailLength)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_LENGTH > tail.length) throw new Refused('file-damaged')
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > MOST_PARTS) throw new Refused('file-unsafe')
  if (start + length > file.size - tailLength + end) throw new Refused('file-damaged')
  return listParts(await file.read(start, length), count, start)
}

function listParts(directory: Buffer, count: number, directoryStart: number): Part[] {
  const parts: Part[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + PART_LENGTH > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw new Refused('file-damaged')
    const nameLength = directory.readUInt16LE(at + 28)
    const next = at + PART_LENGTH + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    const part = {
      name: directory.toString('utf8', at + PART_LENGTH, at + PART_LENGTH + nameLength),
      isLocked: (directory.readUInt16LE(at + 8) & 1) === 1,
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      start: directory.readUInt32LE(at + 42),
    }
    if (next > directory.length || part.start + part.packed > directoryStart) throw new Refused('file-damaged')
    parts.push(part)
    at = next
  }
  // More entries than the end tells of.
  if (at !== directory.length) throw new Refused('file-damaged')
  return parts
}
