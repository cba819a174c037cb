import { Refused } from '#platform/shared/refused.ts'
import type { Spooled } from './recognize-file.ts'

export type Part = {
  name: string
  isPacked: boolean
  /** Where its content is, and how many bytes. */
  from: number
  packed: number
  /** By its own word. */
  unpacked: number
}

/**
 * What is in a zip, by its list and by itself: where the two differ, one program would see something else in it than
 * another. Nothing is unpacked. @throws Refused
 */
export async function listParts(file: Spooled, most: number): Promise<Part[]> {
  const entries = await readDirectory(file, most)
  if (entries.some(({ name, flags }) => isLocked(flags) || leadsOut(name) || /vbaProject\.bin$/i.test(name)))
    throw new Refused('file-unsafe')
  const parts: Part[] = []
  // Parts that share their bytes: a few of them unpack to as much as one likes.
  let end = 0
  for (const entry of entries.toSorted((one, other) => one.start - other.start)) {
    if (entry.start < end) throw new Refused('file-unsafe')
    const part = await readPart(file, entry)
    end = part.from + part.packed
    parts.push(part)
  }
  if (new Set(parts.map(({ name }) => name)).size !== parts.length) throw new Refused('file-damaged')
  return parts
}

function isLocked(flags: number): boolean {
  return (flags & 1) === 1
}

function leadsOut(name: string): boolean {
  return /^[/\\]|^[a-z]:|\\/i.test(name) || name.split('/').includes('..')
}

type Entry = {
  name: string
  nameBytes: Buffer
  flags: number
  method: number
  packed: number
  unpacked: number
  start: number
}

const END_LENGTH = 22
const ENTRY_LENGTH = 46
const PART_LENGTH = 30
const LONGEST_COMMENT = 65_535

/** APPNOTE.TXT 4.3.12 and 4.3.16: the directory at the end. Those of 4 GB and more have another, which we do not take. */
async function readDirectory(file: Spooled, most: number): Promise<Entry[]> {
  const tailLength = Math.min(file.size, END_LENGTH + LONGEST_COMMENT)
  const tail = await file.read(file.size - tailLength, tailLength)
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + END_LENGTH > tail.length) throw new Refused('file-damaged')
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (count > most) throw new Refused('file-unsafe')
  if (start + length > file.size - tailLength + end) throw new Refused('file-damaged')
  return listEntries(await file.read(start, length), count, start)
}

function listEntries(directory: Buffer, count: number, directoryStart: number): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + ENTRY_LENGTH > directory.length || directory.readUInt32LE(at) !== 0x02014b50)
      throw new Refused('file-damaged')
    const nameLength = directory.readUInt16LE(at + 28)
    const next = at + ENTRY_LENGTH + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    const nameBytes = directory.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength)
    const entry = {
      name: nameBytes.toString(),
      nameBytes,
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      start: directory.readUInt32LE(at + 42),
    }
    if (next > directory.length || entry.start + PART_LENGTH + entry.packed > directoryStart)
      throw new Refused('file-damaged')
    entries.push(entry)
    at = next
  }
  // More entries than the end tells of.
  if (at !== directory.length) throw new Refused('file-damaged')
  return entries
}

/** APPNOTE.TXT 4.3.7: what stands before the content. Its sizes may be missing there (4.4.4), its name may not. */
async function readPart(file: Spooled, entry: Entry): Promise<Part> {
  const { name, nameBytes, method, packed, unpacked, start } = entry
  const head = await file.read(start, PART_LENGTH + nameBytes.length)
  if (head.length < PART_LENGTH + nameBytes.length || !isZip(head)) throw new Refused('file-damaged')
  if (isLocked(head.readUInt16LE(6))) throw new Refused('file-unsafe')
  const isSame = head.readUInt16LE(8) === method && head.readUInt16LE(26) === nameBytes.length
  // Office knows these two ways of packing, and no other.
  const isPacked = method === 8
  if (!isSame || !head.subarray(PART_LENGTH).equals(nameBytes) || (!isPacked && method !== 0))
    throw new Refused('file-damaged')
  return { name, isPacked, from: start + head.length + head.readUInt16LE(28), packed, unpacked }
}

/** It begins with a part, as zips do that hold any. */
export function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === 0x04034b50
}
