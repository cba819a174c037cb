import { fileTypeFromBuffer } from 'file-type'
import { Refused } from '../../shared/refused.ts'
import type { FileType, fileRefusals } from '../../shared/upload-rules.ts'
import type { Parsed } from '../parser/open-parser.ts'
import { findExtension } from './file-name.ts'
import { inspectOffice, isEicarTestFile } from './inspect-office.ts'
import { inspectPdf } from './inspect-pdf.ts'
import { isZip } from './zip-entries.ts'

type Upload = { content: Buffer; name: string }

/**
 * Detects a file's type from its content; the name is used only to tell CSV from plain text. Only the parser process
 * calls this, see `receive-upload.ts`.
 */
export async function detectFileType(upload: Upload): Promise<Parsed<FileType, keyof typeof fileRefusals>> {
  try {
    return { ok: true, value: await detect(upload) }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, reason: error.reason as keyof typeof fileRefusals }
    throw error
  }
}

async function detect({ content, name }: Upload): Promise<FileType> {
  if (content.length === 0) throw new Refused('file-empty')
  if (isEicarTestFile(content)) throw new Refused('file-virus')
  if (isZip(content)) return inspectOffice(content)
  const type = (await typeByContent(content)) ?? textType(content, name)
  if (!type) throw new Refused('file-type-unknown')
  if (type === 'pdf') inspectPdf(content)
  return type
}

/** Maps the library's names to our types. */
const types = new Map<string, FileType>([
  ['pdf', 'pdf'],
  ['png', 'png'],
  ['apng', 'png'],
  ['jpg', 'jpeg'],
  ['webp', 'webp'],
  ['mp4', 'mp4'],
  ['m4v', 'mp4'],
])

async function typeByContent(content: Buffer): Promise<FileType | undefined> {
  const detected = await fileTypeFromBuffer(content)
  return types.get(detected?.ext ?? '')
}

// Web pages and scripts are text too, so only files named as CSV or plain text are accepted.
function textType(content: Buffer, name: string): FileType | undefined {
  if (!content.every(isTextByte)) return undefined
  if (findExtension(name, 'csv')) return 'csv'
  return findExtension(name, 'text') ? 'text' : undefined
}

/** Accepts tabs, line ends, form feeds and everything else except control characters, in any encoding. */
function isTextByte(byte: number): boolean {
  return byte >= 0x20 ? byte !== 0x7f : byte === 0x09 || byte === 0x0a || byte === 0x0c || byte === 0x0d
}
