import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { detectType, pdfWith } from '#tests/support/given/files.ts'

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'

/** A stream of compressed objects. */
function objectStream(
  objects: string,
  dictionary = '/Type/ObjStm/N 1/First 4/Filter/FlateDecode',
  content = deflateSync(objects),
) {
  const head = `<<${dictionary}/Length ${content.length}>>stream\r\n`
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\nendstream')])
}

test.each<[string, Buffer]>([
  ['a page', pdfWith('<</Type/Page/Annots[<</Subtype/Link/A<</S/URI/URI(https://example.org)>>>>]>>')],
  ['compressed objects', pdfWith(objectStream('4 0 <</Type/Page>>'))],
  [
    'compressed objects whose filter is a list of one',
    pdfWith(objectStream('4 0 <<>>', '/First 4/N 1/Filter [ /FlateDecode ] /Type /ObjStm')),
  ],
  ['text about scripts', pdfWith(objectStream('BT (JavaScript and Launch) Tj ET', '/Filter/FlateDecode'))],
  [
    'a picture in an ASCII encoding',
    pdfWith(objectStream('', '/Filter[/ASCII85Decode/DCTDecode]', Buffer.from('abc~>'))),
  ],
])('a PDF with %s is accepted', async (_, content) => {
  expect(await detectType(content, 'report.pdf')).toBe('pdf')
})

test.each<[string, Buffer]>([
  ['a script', pdfWith(script)],
  ['a script spelled with character codes', pdfWith('<</S/#4AavaScrip#74/JS(x)>>')],
  ['a compressed script', pdfWith(objectStream(`4 0 ${script}`))],
  [
    'a compressed script in a stream without a type',
    pdfWith(objectStream(`4 0 ${script}`, '/N 1/First 4/Filter/FlateDecode')),
  ],
  [
    'a compressed script in a stream with escaped names',
    pdfWith(objectStream(`4 0 ${script}`, '/Type/Obj#53tm/#46ilter/Fl#61teDecode')),
  ],
  [
    'a script after a comment',
    pdfWith(objectStream(`4 0 ${script}`, '/Type/ObjStm%>>stream\n/N 1/Filter/FlateDecode')),
  ],
  [
    'a script after a string',
    pdfWith(objectStream(`4 0 ${script}`, '/X(>>stream\\)\n)/Type/ObjStm/Filter/FlateDecode')),
  ],
  [
    'a script after compressed bytes without a checksum',
    pdfWith(objectStream('', undefined, deflateSync(`4 0 ${script}`).subarray(0, -4))),
  ],
  [
    'a script in an uncompressed stream',
    pdfWith(objectStream('', '/Type/ObjStm/N 1/First 4', Buffer.from(`4 0 ${script}`))),
  ],
  ['a program launch', pdfWith('<</S/Launch/F(cmd.exe)>>')],
  ['an embedded file', pdfWith('<</Type/Filespec/EF<</F 9 0 R>>>> endobj 9 0 obj <</Type/EmbeddedFile>>')],
  ['a rendition with a script', pdfWith('<</S/Rendition/JS(x)>>')],
  ['an XML form', pdfWith('<</AcroForm<</XFA[(a) 1 0 R]>>>>')],
])('a PDF with %s is rejected', async (_, content) => {
  expect(await detectType(content, 'report.pdf')).toBe('file-active')
})

const bomb = deflateSync(Buffer.alloc(21 * 1_048_576))
const manyStreams = Buffer.concat(
  Array.from({ length: 11 }, () =>
    Buffer.concat([
      Buffer.from('endobj 9 0 obj '),
      objectStream('', undefined, deflateSync(Buffer.alloc(20 * 1_048_576))),
    ]),
  ),
)

test.each<[string, Buffer]>([
  ['has a password', Buffer.concat([pdfWith('<<>>'), Buffer.from('trailer <</Encrypt 5 0 R>>')])],
  ['has an object stream that unpacks to far more', pdfWith(objectStream('', undefined, bomb))],
  ['has object streams that together unpack to far more', pdfWith(manyStreams)],
  [
    'compresses its objects twice',
    pdfWith(objectStream(`4 0 ${script}`, '/Type/ObjStm/Filter[/ASCIIHexDecode/FlateDecode]')),
  ],
  [
    'compresses its objects twice with one method',
    pdfWith(objectStream('4 0', '/Type/ObjStm/Filter[/FlateDecode/FlateDecode]')),
  ],
  [
    'names the compression of its objects in another object',
    pdfWith(objectStream('4 0', '/Type/ObjStm/Filter 8 0 R/FlateDecode 1')),
  ],
  [
    'transforms its objects after they are unpacked',
    pdfWith(objectStream('4 0', '/Type/ObjStm/Filter/FlateDecode/DecodeParms<</Predictor 12>>')),
  ],
  ['takes its objects from another file', pdfWith(objectStream('4 0', '/Type/ObjStm/F(evil.bin)'))],
  ['has unclosed dictionaries', pdfWith(Buffer.from('1 0 obj <<'.repeat(20_000)))],
])('a PDF that %s is unsafe', async (_, content) => {
  expect(await detectType(content, 'report.pdf')).toBe('file-unsafe')
})

test('a PDF whose compressed objects cannot be decompressed is damaged', async () => {
  const content = pdfWith(objectStream('', undefined, Buffer.alloc(100, 0xff)))
  expect(await detectType(content, 'report.pdf')).toBe('file-damaged')
})
