import { expect, test } from 'vitest'
import { ANSWER_ABOVE, ownWords } from './own-words.ts'

const ours = ['FutureWorld Consultancy', ANSWER_ABOVE, '', 'Dear Ada,', '', 'How did it go?', '', '-- ', 'FutureWorld']
const quoted = ours.map((line) => `> ${line}`)
const mailOf = (...lines: string[]) => lines.join('\r\n')

test.each([
  ['On Sun, 22 Nov 2026 at 19:00, FutureWorld Consultancy <a@example.org> wrote:'],
  ['On 22 Nov 2026, at 19:00, FutureWorld Consultancy\r\n<replies+0123@example.org> wrote:'],
  ['Am 22.11.2026 um 19:00 schrieb FutureWorld Consultancy:'],
  ['Le dim. 22 nov. 2026 à 19:00, FutureWorld Consultancy <a@example.org> a\r\nécrit :'],
  ['El dom, 22 nov 2026 a las 19:00, FutureWorld (<a@example.org>)\r\nescribió:'],
])('what is quoted is left out with the line that leads to it: %s', (introduction) => {
  expect(ownWords(mailOf('Very well.', '', 'Thank you!', '', introduction, '', ...quoted))).toBe(
    'Very well.\n\nThank you!',
  )
})

test('programs that quote without a mark are known by the first line of our letter', () => {
  const fields = [
    'From: FutureWorld <a@example.org>',
    'Sent: Sunday, 22 November 2026 19:00',
    'To: Ada',
    'Subject: Hello',
  ]
  const rule = '________________________________'
  expect(ownWords(mailOf('Very well.', '', rule, ...fields, '', ...ours))).toBe('Very well.')
  const german = [
    'Von: FutureWorld <a@example.org>',
    'Gesendet: Sonntag, 22. November 2026 19:00',
    'An: Ada',
    'Betreff: Hallo',
  ]
  expect(ownWords(mailOf('Sehr gut.', '', ...german, '', ...ours))).toBe('Sehr gut.')
  expect(ownWords(mailOf('Very well.', '', '-----Original Message-----', 'From: FutureWorld'))).toBe('Very well.')
})

test('answers between what is quoted stay, and so does what only looks like a quotation', () => {
  const mail = mailOf('> How did it go?', 'Well.', '', '> Until when?', 'I said to them:', '', 'until 5 > 4 o’clock')
  expect(ownWords(mail)).toBe('Well.\n\nI said to them:\n\nuntil 5 > 4 o’clock')
  expect(ownWords(mailOf('My answer to point 2:', '> Until when?', 'Friday'))).toBe('My answer to point 2:\n\nFriday')
})

test('a signature and the line of a telephone are left out', () => {
  expect(ownWords(mailOf('Well.', '', '-- ', 'Ada Lovelace', '+44 7700 900123'))).toBe('Well.')
  expect(ownWords(mailOf('Well.', '', 'Sent from my iPhone', '', ...quoted))).toBe('Well.')
  expect(ownWords(mailOf('Well.', '', 'Get Outlook for iOS'))).toBe('Well.')
})

test('where nothing would be left the mail stays as it is: the answer may stand below', () => {
  const below = mailOf(
    'From: FutureWorld <a@example.org>',
    'Sent: Sunday, 22 November 2026',
    '',
    ...ours,
    '',
    'I write below what is quoted.',
  )
  expect(ownWords(below)).toContain('I write below what is quoted.')
  expect(ownWords(mailOf('-- ', 'Ada'))).toBe('--\nAda')
})

test('empty lines are one at most, and what is not shown is gone', () => {
  expect(ownWords('a  \r\n\r\n\r\n\r\nb\u0000\u200b\rc\u00a0d\ud800')).toBe('a\n\nb\nc d\ufffd')
})

test('a hundred thousand letters, however they are arranged, take no time', () => {
  const started = performance.now()
  for (const line of [
    '> \n',
    '>\nx\n',
    'On 2026:\n> \n',
    '\n',
    'a: 2026\n',
    '-- x\n',
    `${ANSWER_ABOVE}x\n`,
    '____________\n',
  ])
    ownWords(line.repeat(100_000 / line.length))
  expect(performance.now() - started).toBeLessThan(5_000)
})
