import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { detectType, eicarTestFile, forgePart, newDocx, newOfficeFile, pdf } from '#tests/support/given/files.ts'
import { makePng } from '#tests/support/png.ts'

const bytes = (...parts: (number | string)[]) =>
  Buffer.concat([...parts.map((part) => Buffer.from(typeof part === 'string' ? part : [part])), Buffer.alloc(100)])

test.each([
  ['pdf', pdf],
  ['png', makePng('amber')],
  ['jpeg', bytes(0xff, 0xd8, 0xff, 0xe0)],
  ['webp', bytes('RIFF1234WEBPVP8 ')],
  ['mp4', bytes(0, 0, 0, 24, 'ftypisom')],
  ['docx', newDocx()],
  ['xlsx', newOfficeFile('xlsx')],
  ['pptx', newOfficeFile('pptx')],
])('%s is recognised by its content, whatever its name', async (type, content) => {
  expect(await detectType(content, 'holiday.exe')).toBe(type)
})

test.each([
  ['text', 'notes.txt', 'Dear Ada,\r\n\tsee below.\n'],
  ['csv', 'Figures.CSV', 'name;price\nAda;£5\n'],
])('%s is recognised by its extension if it contains only text', async (type, name, content) => {
  expect(await detectType(Buffer.from(content), name)).toBe(type)
  expect(await detectType(Buffer.from(content, 'latin1'), name)).toBe(type)
  expect(await detectType(Buffer.concat([Buffer.from(content), Buffer.from([0])]), name)).toBe('file-type-unknown')
})

test.each([
  ['an HTML page named as a PDF', Buffer.from('<html><script>alert(1)</script>'), 'report.pdf'],
  ['a program', bytes('MZ', 0x90, 0), 'report.pdf'],
  ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'run.sh'],
  ['an SVG, which may hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg'],
  ['an old Word file', bytes(0xd0, 0xcf, 0x11, 0xe0), 'report.doc'],
  ['a QuickTime film', bytes(0, 0, 0, 24, 'ftypqt  '), 'film.mov'],
  ['a zip named as a Word file', Buffer.from(zipSync({ 'report.pdf': new Uint8Array(10) })), 'report.docx'],
  ['a PDF with bytes before it', Buffer.concat([Buffer.from('GIF89a'), pdf]), 'report.pdf'],
])('%s is rejected', async (_, content, name) => {
  expect(await detectType(content, name)).toBe('file-type-unknown')
})

test.each<[string, Buffer, string]>([
  ['text', Buffer.from(eicarTestFile), 'notes.txt'],
  ['a PDF', Buffer.concat([pdf, Buffer.from(eicarTestFile)]), 'report.pdf'],
  [
    'a compressed part of a Word file',
    newDocx({ 'word/media/a.txt': `${'-'.repeat(70_000)}${eicarTestFile}` }),
    'report.docx',
  ],
])('the antivirus test file is rejected as %s', async (_, content, name) => {
  expect(await detectType(content, name)).toBe('file-virus')
})

test('an empty file is rejected', async () => {
  expect(await detectType(Buffer.alloc(0), 'report.pdf')).toBe('file-empty')
})

const office = newDocx({ 'word/media/picture.png': 'picture' })

test.each<[string, Buffer]>([
  ['claims to unpack to gigabytes', forgePart(office, 1, (zip, offset) => zip.writeUInt32LE(0xf000_0000, offset + 24))],
  ['has parts that share their bytes', forgePart(office, 2, (zip, offset) => zip.writeUInt32LE(0, offset + 42))],
  ['is locked with a password', forgePart(office, 1, (zip, offset) => zip.writeUInt16LE(1, offset + 8))],
  ['has a path outside its folder', newDocx({ '../../evil.xml': 'evil' })],
  ['has an absolute path', newDocx({ '/etc/passwd': 'evil' })],
  [
    'has thousands of parts',
    newDocx(Object.fromEntries(Array.from({ length: 5_001 }, (__, index) => [`p${index}`, '']))),
  ],
])('a Word file that %s is unsafe', async (_, content) => {
  expect(await detectType(content, 'report.docx')).toBe('file-unsafe')
})

test.each<[string, Buffer]>([
  ['is truncated', office.subarray(0, -10)],
  ['consists of only its first bytes', office.subarray(0, 40)],
  ['refers beyond its end', forgePart(office, 1, (zip, offset) => zip.writeUInt32LE(0xffff_fff0, offset + 42))],
  ['refers to an offset without a part', forgePart(office, 1, (zip, offset) => zip.writeUInt32LE(0, offset))],
  [
    'has a part name longer than the file',
    forgePart(office, 2, (zip, offset) => zip.writeUInt16LE(0xffff, offset + 28)),
  ],
  ['declares fewer parts than it has', forgeCount(office, 1)],
  ['declares more parts than it has', forgeCount(office, 40)],
])('a Word file that %s is damaged', async (_, content) => {
  expect(await detectType(content, 'report.docx')).toBe('file-damaged')
})

function forgeCount(zip: Buffer, count: number): Buffer {
  const forged = Buffer.from(zip)
  forged.writeUInt16LE(count, forged.length - 12)
  return forged
}
