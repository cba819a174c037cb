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
