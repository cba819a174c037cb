import { expect, test } from 'vitest'
import { sanitiseFileName } from './file-name.ts'

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/report.pdf', 'report.pdf'],
  ['C:\\Users\\ada\\report.pdf', 'report.pdf'],
  ['Mein Bericht (2).PDF', 'Mein Bericht (2).PDF'],
  ['Résumé – 履歴書.pdf', 'Résumé – 履歴書.pdf'],
  ['report\u202Efdp.exe', 'reportfdp.exe.pdf'],
  ['re\u0000po\r\nrt\u200B.pdf', 'report.pdf'],
  ['a"b<c>:d|e?f*.pdf', 'a-b-c--d-e-f-.pdf'],
  ['report', 'report.pdf'],
  ['report.exe', 'report.exe.pdf'],
  ['.pdf', 'pdf.pdf'],
  ['...', 'file.pdf'],
  ['../..', 'file.pdf'],
  ['/', 'file.pdf'],
  ['  spaced   out .pdf', 'spaced out.pdf'],
])('a file sent as %j is named %j', (sentName, name) => {
  expect(sanitiseFileName(sentName, 'pdf')).toBe(name)
})

test('a long name keeps its extension', () => {
  const name = sanitiseFileName(`${'x'.repeat(250)}.pdf`, 'pdf')
  expect([name.length, name.slice(-5)]).toEqual([120, 'x.pdf'])
})

test('an image with the wrong extension gets the extension for its type', () => {
  expect(sanitiseFileName('portrait.jpeg', 'jpeg')).toBe('portrait.jpeg')
  expect(sanitiseFileName('portrait.png', 'jpeg')).toBe('portrait.png.jpg')
})
