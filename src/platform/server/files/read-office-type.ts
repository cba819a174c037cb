import { Refused } from '#platform/shared/refused.ts'
import type { FileType } from '#platform/shared/stored-file.ts'
import type { Spooled } from './recognize-file.ts'
import { unpackParts } from './unpack-parts.ts'

/** The part of a package by which it is known (ECMA-376). */
const mainParts: Record<string, FileType> = {
  'word/document.xml': 'docx',
  'xl/workbook.xml': 'xlsx',
  'ppt/presentation.xml': 'pptx',
}

/**
 * Word, Excel and PowerPoint files are zips. They are refused where they lie about themselves or unpack to far more
 * than they should.
 */
export async function readOfficeType(file: Spooled): Promise<FileType> {
  const names = new Set((await unpackParts(file)).map(({ name }) => name))
  const [type] = Object.entries(mainParts).flatMap(([name, kind]) => (names.has(name) ? [kind] : []))
  if (!type || !names.has('[Content_Types].xml')) throw new Refused('file-type-unknown')
  return type
}
