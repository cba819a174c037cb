import { deflateSync } from 'node:zlib'
import { eicarTestFile, makeDocx, makeZip, newDocx, newOfficeFile, pdfWith } from '../given/files.ts'
import type { RandomSource } from '../proof/random.ts'
import { damage, randomBytes } from './hostile-emails.ts'

export type Upload = { name: string; content: Buffer }

const MB = 1_048_576

/** The file format in which Office stored macros and embedded objects before it used zips. */
const compound = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

const word = (content: Buffer): Upload => ({ name: 'report.docx', content })
const pdf = (content: Buffer): Upload => ({ name: 'report.pdf', content })

const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'

function compressed(objects: string): Buffer {
  const content = deflateSync(objects)
  const dictionary = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${content.length}>>`
  return Buffer.concat([Buffer.from(`${dictionary}stream\n`), content, Buffer.from('\nendstream')])
}

/** Some kinds of active content. The tests next to inspect-office.ts and inspect-pdf.ts cover the other kinds. */
export const activeFiles: Record<string, (dice: RandomSource) => Upload> = {
  macros: (dice) => word(newDocx({ [`word/${pickPartName(dice)}`]: compound })),
  'a script in a PDF': () => pdf(pdfWith(script)),
  'a compressed script in a PDF': () => pdf(pdfWith(compressed(`4 0 ${script}`))),
  'the EICAR test file': () => ({ name: 'notes.txt', content: Buffer.from(eicarTestFile) }),
}

/** Files that cost far more to read than to write, or are broken. */
export const brokenFiles: Record<string, (dice: RandomSource) => Upload> = {
  'a zip bomb': (dice) => word(makeDocx(zeros(20 + dice.whole(30)))),
  'endless parts': (dice) =>
    word(
      newDocx(Object.fromEntries(Array.from({ length: 3_000 + dice.whole(6_000) }, (_, index) => [`p${index}`, '']))),
    ),
  'nested zips': (dice) => word(nestZip(1 + dice.whole(6))),
  'an entity bomb': () => {
    const levels = Array.from({ length: 30 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`)
    return word(
      newDocx({ '[Content_Types].xml': `<!DOCTYPE x [<!ENTITY e0 "a">${levels.join('')}]><Types>&e30;</Types>` }),
    )
  },
  'nested elements': (dice) => word(newDocx({ '[Content_Types].xml': '<a>'.repeat(dice.whole(600_000)) })),
  'endless attributes': (dice) =>
    word(
      newDocx({
        '[Content_Types].xml': `<a ${Array.from({ length: dice.whole(150_000) }, (_, index) => `a${index}="b"`).join(' ')}/>`,
      }),
    ),
  'one huge part': (dice) =>
    word(newDocx({ 'word/a.xml': `<${dice.oneOf('a', 'macro', ' ', '<').repeat(5_000_000)}` })),
  'a PDF stream bomb': (dice) =>
    pdf(
      pdfWith(
        Buffer.concat(
          Array.from({ length: 1 + dice.whole(20) }, () =>
            Buffer.concat([compressed('0'.repeat(19 * MB)), Buffer.from(' 9 0 obj ')]),
          ),
        ),
      ),
    ),
  'a PDF of one repeated token': (dice) =>
    pdf(
      pdfWith(
        dice
          .oneOf(
            'obj',
            'obj<<',
            '<<',
            '(',
            'obj(',
            'stream\n',
            'endobj ',
            '1 0 obj<<>>stream\n',
            '/Launc',
            '/#',
            'obj<',
            '\0',
            '% ',
          )
          .repeat(1_300_000),
      ),
    ),
  'random bytes with a known extension': (dice) => ({
    name: dice.oneOf('a.pdf', 'a.docx', 'a.txt', 'a.csv', 'a.png'),
    content: randomBytes(dice, dice.whole(300_000)),
  }),
  'random bytes after a known signature': (dice) => ({
    name: 'a.pdf',
    content: Buffer.concat([
      Buffer.from(
        dice.oneOf(
          '%PDF-',
          'PK\x03\x04',
          '\x89PNG\r\n\x1a\n',
          'RIFF',
          '\xff\xd8\xff',
          '\0\0\0\x18ftyp',
          'ID3',
          'OggS',
          'II*\0',
          '\x1aE\xdf\xa3',
          '0&\xb2u\x8ef\xcf\x11',
        ),
        'latin1',
      ),
      randomBytes(dice, dice.whole(200_000)),
    ]),
  }),
  'a Word file, damaged': (dice) =>
    word(damage(dice, newDocx({ 'word/a.xml': '<a>'.repeat(900), 'word/b.bin': randomBytes(dice, 900) }))),
  'a stored Word file, damaged': (dice) =>
    word(damage(dice, makeDocx({ name: 'word/a.bin', content: randomBytes(dice, 900), isStored: true }))),
  'a PDF, damaged': (dice) => pdf(damage(dice, pdfWith(compressed('4 0 <</Type/Page>>')))),
}

const zeros = (megabytes: number) => ({ name: 'word/zeros.bin', content: Buffer.alloc(megabytes * MB) })

function nestZip(depth: number): Buffer {
  return depth === 0 ? makeZip([zeros(30)]) : newOfficeFile('xlsx', { 'xl/a.xlsx': nestZip(depth - 1) })
}

function pickPartName(dice: RandomSource): string {
  return `${dice.oneOf('media', 'embeddings', 'theme', 'worksheets')}/${dice.oneOf('image1.png', 'theme1.xml', 'vbaProject.bin', 'a', 'sheet1.xml')}`
}
