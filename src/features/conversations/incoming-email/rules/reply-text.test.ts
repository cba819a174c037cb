import { expect, test } from 'vitest'
import { ANSWER_MARKER, replyText } from './reply-text.ts'

const ourEmail = [
  'FutureWorld Consultancy',
  ANSWER_MARKER,
  '',
  'Dear Ada,',
  '',
  'How did it go?',
  '',
  '-- ',
  'FutureWorld',
]
const quoted = ourEmail.map((line) => `> ${line}`)
const joinLines = (...lines: string[]) => lines.join('\r\n')

test.each([
  ['On Sun, 22 Nov 2026 at 19:00, FutureWorld Consultancy <a@example.org> wrote:'],
  ['On 22 Nov 2026, at 19:00, FutureWorld Consultancy\r\n<replies+0123@example.org> wrote:'],
  ['Am 22.11.2026 um 19:00 schrieb FutureWorld Consultancy:'],
  ['Le dim. 22 nov. 2026 à 19:00, FutureWorld Consultancy <a@example.org> a\r\nécrit :'],
  ['El dom, 22 nov 2026 a las 19:00, FutureWorld (<a@example.org>)\r\nescribió:'],
])('a quotation is removed with its introduction: %s', (introduction) => {
  expect(replyText(joinLines('Very well.', '', 'Thank you!', '', introduction, '', ...quoted))).toBe(
    'Very well.\n\nThank you!',
  )
})

test('a quotation without marks is detected by the first line of our email', () => {
  const fields = [
    'From: FutureWorld <a@example.org>',
    'Sent: Sunday, 22 November 2026 19:00',
    'To: Ada',
    'Subject: Hello',
  ]
  const rule = '________________________________'
  expect(replyText(joinLines('Very well.', '', rule, ...fields, '', ...ourEmail))).toBe('Very well.')
  const german = [
    'Von: FutureWorld <a@example.org>',
    'Gesendet: Sonntag, 22. November 2026 19:00',
    'An: Ada',
    'Betreff: Hallo',
  ]
  expect(replyText(joinLines('Sehr gut.', '', ...german, '', ...ourEmail))).toBe('Sehr gut.')
  expect(replyText(joinLines('Very well.', '', '-----Original Message-----', 'From: FutureWorld'))).toBe('Very well.')
})

test('answers between quotations are kept, as is text that only resembles a quotation', () => {
  const reply = joinLines(
    '> How did it go?',
    'Well.',
    '',
    '> Until when?',
    'I said to them:',
    '',
    'until 5 > 4 o’clock',
  )
  expect(replyText(reply)).toBe('Well.\n\nI said to them:\n\nuntil 5 > 4 o’clock')
  expect(replyText(joinLines('My answer to point 2:', '> Until when?', 'Friday'))).toBe(
    'My answer to point 2:\n\nFriday',
  )
})

test("a signature and a phone's footer are removed", () => {
  expect(replyText(joinLines('Well.', '', '-- ', 'Ada Lovelace', '+44 7700 900123'))).toBe('Well.')
  expect(replyText(joinLines('Well.', '', 'Sent from my iPhone', '', ...quoted))).toBe('Well.')
  expect(replyText(joinLines('Well.', '', 'Get Outlook for iOS'))).toBe('Well.')
})

test('an email is kept whole if removing quotes and signatures would leave nothing', () => {
  const replyBelowQuote = joinLines(
    'From: FutureWorld <a@example.org>',
    'Sent: Sunday, 22 November 2026',
    '',
    ...ourEmail,
    '',
    'I write below what is quoted.',
  )
  expect(replyText(replyBelowQuote)).toContain('I write below what is quoted.')
  expect(replyText(joinLines('-- ', 'Ada'))).toBe('--\nAda')
})

test('blank lines are collapsed and invisible characters are removed', () => {
  expect(replyText('a  \r\n\r\n\r\n\r\nb\u0000\u200b\rc\u00a0d\ud800')).toBe('a\n\nb\nc d\ufffd')
})

// Quadratic processing would exceed the test's time limit.
test('a million characters are processed in linear time, whatever the lines contain', () => {
  for (const line of [
    '> \n',
    '>\nx\n',
    'On 2026:\n> \n',
    '\n',
    'a: 2026\n',
    '-- x\n',
    `${ANSWER_MARKER}x\n`,
    '____________\n',
  ])
    replyText(line.repeat(1_000_000 / line.length))
})
