import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { makePng } from '../../../../tests/support/given/consultants.ts'
import { eicarTestFile, forgePart, newDocx, newOfficeFile, pdf } from '../../../../tests/support/given/files.ts'
import { detectFileType } from './detect-file-type.ts'

const bytes = (...head: (number | string)[]) =>
  Buffer.concat([...head.map((part) => Buffer.from(typeof part === 'string' ? part : [part])), Buffer.alloc(100)])

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
  expect(await recognize(content, 'holiday.exe')).toBe(type)
})

test.each([
  ['text', 'notes.txt', 'Dear Ada,\r\n\tsee below.\n'],
  ['csv', 'Figures.CSV', 'name;price\nAda;£5\n'],
])('%s is recognised by its extension if it contains only text', async (type, name, content) => {
  expect(await recognize(Buffer.from(content), name)).toBe(type)
  expect(await recognize(Buffer.from(content, 'latin1'), name)).toBe(type)
  expect(await recognize(Buffer.concat([Buffer.from(content), Buffer.from([0])]), name)).toBe('file-type-unknown')
})

test.each([
  ['a page by the name of a PDF', Buffer.from('<html><script>alert(1)</script>'), 'report.pdf'],
  ['a program', bytes('MZ', 0x90, 0), 'report.pdf'],
  ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n'), 'run.sh'],
  ['a drawing that may hold scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg'],
  ['an old Word file', bytes(0xd0, 0xcf, 0x11, 0xe0), 'report.doc'],
  ['a film of another kind', bytes(0, 0, 0, 24, 'ftypqt  '), 'film.mov'],
  ['a zip of anything', Buffer.from(zipSync({ 'report.pdf': new Uint8Array(10) })), 'report.docx'],
  ['a PDF with something before it', Buffer.concat([Buffer.from('GIF89a'), pdf]), 'report.pdf'],
])('%s is rejected', async (_, content, name) => {
  expect(await recognize(content, name)).toBe('file-type-unknown')
})

test.each<[string, Buffer, string]>([
  ['text', Buffer.from(eicarTestFile), 'notes.txt'],
  ['a PDF', Buffer.concat([pdf, Buffer.from(eicarTestFile)]), 'report.pdf'],
  ['a Word file, packed', newDocx({ 'word/media/a.txt': `${'-'.repeat(70_000)}${eicarTestFile}` }), 'report.docx'],
])('the antivirus test file is rejected as %s', async (_, content, name) => {
  expect(await recognize(content, name)).toBe('file-virus')
})

test('an empty file is rejected', async () => {
  expect(await recognize(Buffer.alloc(0), 'report.pdf')).toBe('file-empty')
})

const office = newDocx({ 'word/media/picture.png': 'picture' })

test.each<[string, Buffer]>([
  ['unpacks to gigabytes by its own word', forgePart(office, 1, (zip, at) => zip.writeUInt32LE(0xf000_0000, at + 24))],
  ['has parts that share their bytes', forgePart(office, 2, (zip, at) => zip.writeUInt32LE(0, at + 42))],
  ['is locked with a password', forgePart(office, 1, (zip, at) => zip.writeUInt16LE(1, at + 8))],
  ['leads out of its folder', newDocx({ '../../evil.xml': 'evil' })],
  ['leads to the root', newDocx({ '/etc/passwd': 'evil' })],
  [
    'has thousands of parts',
    newDocx(Object.fromEntries(Array.from({ length: 5_001 }, (__, index) => [`p${index}`, '']))),
  ],
])('a Word file that %s is unsafe', async (_, content) => {
  expect(await recognize(content, 'report.docx')).toBe('file-unsafe')
})

test.each<[string, Buffer]>([
  ['ends too early', office.subarray(0, -10)],
  ['has nothing but a beginning', office.subarray(0, 40)],
  ['points beyond its end', forgePart(office, 1, (zip, at) => zip.writeUInt32LE(0xffff_fff0, at + 42))],
  ['has a part that is none', forgePart(office, 1, (zip, at) => zip.writeUInt32LE(0, at))],
  ['has a name longer than itself', forgePart(office, 2, (zip, at) => zip.writeUInt16LE(0xffff, at + 28))],
  ['says that it has fewer parts', forgeCount(office, 1)],
  ['says that it has more parts', forgeCount(office, 40)],
])('a Word file that %s is damaged', async (_, content) => {
  expect(await recognize(content, 'report.docx')).toBe('file-damaged')
})

function forgeCount(zip: Buffer, count: number): Buffer {
  const forged = Buffer.from(zip)
  forged.writeUInt16LE(count, forged.length - 12)
  return forged
}

async function recognize(content: Buffer, name: string): Promise<string> {
  const recognized = await detectFileType({ content, name })
  return recognized.ok ? recognized.value : recognized.reason
}
