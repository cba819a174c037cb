import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { detectType, makeDocx, makeZip, newDocx, newOfficeFile, pdf, relationTo } from '#tests/support/given/files.ts'

const MB = 1_048_576

/** Bytes that do not compress. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let seed = 1
  for (let offset = 0; offset + 4 <= length; offset += 4) {
    seed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) + 0x6d2b79f5
    bytes.writeInt32LE(seed | 0, offset)
  }
  return bytes
}

const picture = { name: 'word/media/picture.png', content: noise(600_000) }
const zeros = (megabytes: number) => ({ name: 'word/media/zeros.bin', content: Buffer.alloc(megabytes * MB) })
const chart = 'word/charts/_rels/chart1.xml.rels'
const sheet = 'word/embeddings/Sheet1.xlsx'

test.each([
  ['compressed', makeDocx(picture)],
  ['stored uncompressed', makeDocx({ ...picture, isStored: true })],
  ['with sizes after the content', makeDocx({ ...picture, hasDescriptor: true })],
  ['with an empty folder', makeDocx({ name: 'word/media/', content: Buffer.alloc(0), isStored: true })],
  ['with a chart and its data', newDocx({ [sheet]: newOfficeFile('xlsx'), [chart]: relationTo('package', sheet) })],
  ['that unpacks to a few megabytes', makeDocx(zeros(9))],
  ['with a link to a page', docxWithRelation('hyperlink', 'https://example.org')],
  ['that mentions macro sheets', newDocx({ 'word/footnotes.xml': '<w:t>A macrosheet, or &lt;xm:macrosheet></w:t>' })],
])('a Word file %s is accepted', async (_, content) => {
  expect(await detectType(content, 'report.docx')).toBe('docx')
})

const nested = (depth: number): Buffer =>
  newOfficeFile('xlsx', { 'xl/embeddings/a.xlsx': depth === 0 ? 'x' : nested(depth - 1) })

test.each([
  ['unpacks to hundreds of times its size, as declared', makeDocx(zeros(30))],
  ['holds an archive that unpacks to far more', makeDocx({ ...picture, content: makeZip([zeros(30)]) })],
  ['has archives nested three levels deep', newDocx({ 'word/embeddings/a.xlsx': nested(2) })],
  [
    'has a part inside another part',
    makeDocx({ ...picture, isStored: true, content: makeZip([picture]) }, overlappingPart()),
  ],
  ['lists the same part twice', makeDocx(picture, { ...picture, claims: { start: findPartOffset(2) } })],
  ['has an oversized list of parts', newDocx({ 'word/_rels/document.xml.rels': ' '.repeat(2 * MB + 1) })],
])('a Word file that %s is unsafe', async (_, content) => {
  expect(await detectType(content, 'report.docx')).toBe('file-unsafe')
})

/** The pre-zip Office format, which can hold macros and OLE objects. */
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])
const officeTypes = 'application/vnd.ms-office'

const newSheet = (content: Buffer) => newOfficeFile('xlsx', { 'xl/worksheets/sheet1.xml': content })

const active: [string, Buffer][] = [
  ['macros', newDocx({ 'word/vbaProject.bin': compound })],
  ['macros named as a picture', newDocx({ 'word/media/image1.png': compound })],
  ['macros shown by their type only', newDocx({ 'word/a.bin': 'x' }, { 'word/a.bin': `${officeTypes}.vbaProject` })],
  ['macros shown by their relation only', newDocx({ 'word/a.bin': 'x', ...documentRelation('vbaProject', 'a.bin') })],
  [
    'macros, according to its extension',
    newDocx({}, { 'word/b.xml': 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
  ],
  ['a sheet of Excel 4 macros', newSheet(Buffer.from('<?xml version="1.0"?><xm:macrosheet xmlns:xm="x"/>'))],
  ['a sheet of Excel 4 macros in UTF-16', newSheet(Buffer.from('\ufeff<macrosheet xmlns="x"/>', 'utf16le'))],
  [
    'a sheet of Excel 4 macros recognisable by its type',
    newOfficeFile('xlsx', { 'xl/a.xml': '<a/>' }, { 'xl/a.xml': 'application/vnd.ms-excel.macrosheet+xml' }),
  ],
  ['a template from another address', docxWithRelation('attachedTemplate', 'https://evil.example/a.dotm')],
  ['a picture from another address', docxWithRelation('image', 'file://evil.example/a.png')],
  [
    'a template from another address, in UTF-16',
    newDocx({
      'word/_rels/settings.xml.rels': Buffer.from(
        `\ufeff${relationTo('attachedTemplate', 'https://evil.example/a.dotm', true).replace('External', 'E&#120;ternal')}`,
        'utf16le',
      ),
    }),
  ],
  ['an object of another program', newDocx({ 'word/embeddings/oleObject1.bin': compound })],
  ['an object of another program recognisable by its relation', docxWithRelation('oleObject', 'a.bin', false)],
  ['a control', docxWithRelation('control', 'a.xml', false)],
  ['a page of HTML', docxWithRelation('aFChunk', 'a.html', false)],
  ['a sheet that no chart uses', newDocx({ [sheet]: newOfficeFile('xlsx'), ...documentRelation('package', sheet) })],
  ['an embedded Word file', newDocx({ [sheet]: newDocx(), [chart]: relationTo('package', sheet) })],
  [
    'chart data with macros',
    newDocx({
      [sheet]: newOfficeFile('xlsx', { 'xl/vbaProject.bin': compound }),
      [chart]: relationTo('package', sheet),
    }),
  ],
  ['an archive', newDocx({ 'word/a.zip': makeZip([{ name: 'a', content: Buffer.from('a') }]) })],
  ['a program', newDocx({ 'word/media/image1.png': Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)]) })],
  ['a PDF', newDocx({ 'word/media/image1.png': pdf })],
]

function documentRelation(type: string, target: string, isExternal = false, prefix = '') {
  return { 'word/_rels/document.xml.rels': prefix + relationTo(type, target, isExternal) }
}

function docxWithRelation(type: string, target: string, isExternal = true): Buffer {
  return newDocx(documentRelation(type, target, isExternal))
}

test.each(active)('an office file that holds %s is rejected', async (_, content) => {
  expect(await detectType(content, 'report.docx')).toBe('file-active')
})

/**
 * Compressed according to its local header and stored according to the directory, so two programs would read different
 * content.
 */
const conflictingHeaders = { ...picture, claims: { method: 0, unpacked: deflateRawSync(picture.content).length } }

test.each([
  ['unpacks to more than declared', makeDocx({ ...zeros(9), claims: { unpacked: 10 } })],
  ['unpacks to less than declared', makeDocx({ ...picture, claims: { unpacked: 600_001 } })],
  [
    'holds an archive with a wrong size',
    makeDocx({ ...picture, content: makeZip([{ ...zeros(1), claims: { unpacked: 1 } }]) }),
  ],
  ['has a part with two different names', makeDocx({ ...picture, claims: { name: 'word/media/picture.jpg' } })],
  ['has a part with two different compression methods', makeDocx(conflictingHeaders)],
  [
    'has a part that cannot be unpacked',
    corruptPart(makeDocx({ ...picture, content: Buffer.alloc(90_000, 'words ') })),
  ],
  ['has two parts with the same name', makeDocx(picture, { ...picture, name: 'Word/Media/Picture.PNG' })],
  ['has a document type declaration', newDocx(documentRelation('styles', 'styles.xml', false, '<!DOCTYPE x>'))],
  ['lists its types in unclosed elements', newDocx({ '[Content_Types].xml': '<a>'.repeat(500_000) })],
  ['lists its types in invalid XML', newDocx({ '[Content_Types].xml': '<Types' })],
  [
    'lists its types in an unsupported encoding',
    newDocx({ '[Content_Types].xml': '<?xml version="1.0" encoding="utf-7"?><a/>' }),
  ],
])('a Word file that %s is damaged', async (_, content) => {
  expect(await detectType(content, 'report.docx')).toBe('file-damaged')
})

/** The offset of this part in a document with the picture. */
function findPartOffset(part: number): number {
  const zip = makeDocx(picture)
  let offset = zip.readUInt32LE(zip.length - 6)
  for (let index = 0; index < part; index++) offset += 46 + zip.readUInt16LE(offset + 28)
  return zip.readUInt32LE(offset + 42)
}

/** A part that starts within the previous part of the archive. */
function overlappingPart() {
  return { ...picture, name: 'word/media/within.png', claims: { start: findPartOffset(2) + 30 + picture.name.length } }
}

function corruptPart(zip: Buffer): Buffer {
  return Buffer.from(
    zip.fill(0xff, findPartOffset(2) + 30 + picture.name.length, findPartOffset(2) + 30 + picture.name.length + 20),
  )
}
