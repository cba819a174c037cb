import { Refused } from '#platform/shared/refused.ts'
import type { FileType } from '#platform/shared/stored-file.ts'
import { isZip } from './list-parts.ts'
import { endingOf } from './name-file.ts'
import { readOfficeType } from './read-office-type.ts'

/** What has to be seen of a file to say what it is, without holding it whole. */
export type Spooled = {
  size: number
  read: (position: number, length: number) => Promise<Buffer>
  /** No byte of it is a control character that plain text never has. */
  isText: boolean
}

/** By what is in it: of the name only text believes that it is CSV. @throws Refused */
export async function recognizeFile(file: Spooled, name: string): Promise<FileType> {
  if (file.size === 0) throw new Refused('file-empty')
  const head = await file.read(0, 64)
  if (isZip(head)) return readOfficeType(file)
  const type = typeByHead(head) ?? textType(file, name)
  if (!type) throw new Refused('file-type-unknown')
  return type
}

function typeByHead(head: Buffer): FileType | undefined {
  if (head.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return isMp4(head) ? 'mp4' : undefined
}

/** ISO 14496-12: the first box names what the file keeps to. */
const films = ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'MSNV', 'M4V ', 'M4VP']

function isMp4(head: Buffer): boolean {
  return head.toString('latin1', 4, 8) === 'ftyp' && films.includes(head.toString('latin1', 8, 12))
}

// Any page or program is text as well: only what says that it is no more than that is taken for it.
function textType({ isText }: Spooled, name: string): FileType | undefined {
  if (!isText) return undefined
  if (endingOf(name, 'csv')) return 'csv'
  return endingOf(name, 'text') ? 'text' : undefined
}

function startsWith(head: Buffer, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}
