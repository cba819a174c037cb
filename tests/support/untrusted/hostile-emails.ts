import { incomingEmail, rawEmail } from '../given/incoming-emails.ts'
import type { RandomSource } from '../proof/random.ts'

/** Just below the limit of the route for incoming email. */
const MAX_BYTES = 9_990_000

const from = 'Mallory <mallory@example.org>'

type Recipe = (dice: RandomSource) => Buffer | string

const to = incomingEmail.address

/** Emails that cost far more to read than to write, the worst first. */
export const hostileEmails: Record<string, Recipe> = {
  'flowed text': (dice) => email('text/plain; format=flowed', fill(dice, 'a \r\n')),
  'empty lines': (dice) => email('text/plain', fill(dice, '\r\n')),
  boundaries: (dice) => email('multipart/mixed; boundary=b', fill(dice, '--b\r\n')),
  'parts with headers': (dice) =>
    email('multipart/mixed; boundary=b', fill(dice, '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n')),
  'a boundary for each part': (dice) => email('multipart/mixed; boundary=b', manyBoundaries(dice)),
  'nested parts': (dice) => email('multipart/mixed; boundary=b0', nestParts(20 + dice.whole(3_000))),
  'flowed text that deletes spaces': (dice) => email('text/plain; format=flowed; delsp=yes', fill(dice, ' \n')),
  'lines of one character': (dice) => email('text/plain', fill(dice, 'x\n')),
  'one long line': (dice) => email('text/plain', fill(dice, 'x')),
  'quoted-printable with only equals signs': (dice) =>
    email('text/plain\r\nContent-Transfer-Encoding: quoted-printable', fill(dice, '=')),
  'quoted-printable with soft line ends': (dice) =>
    email('text/plain\r\nContent-Transfer-Encoding: quoted-printable', fill(dice, '=\r\n')),
  'base64 in short lines': (dice) => email('image/png\r\nContent-Transfer-Encoding: base64', fill(dice, 'AA==\r\n')),
  'invalid base64': (dice) => email('text/plain\r\nContent-Transfer-Encoding: base64', fill(dice, '%&=!')),
  'header lines': (dice) => `From: ${from}\r\nTo: ${to}\r\n${fill(dice, 'X: y\r\n')}\r\n\r\nHello`,
  'a folded header': (dice) => `From: ${from}\r\nTo: ${to}\r\nX: y\r\n${fill(dice, ' z\r\n')}\r\n\r\nHello`,
  'an endless header': (dice) => `From: ${from}\r\nTo: ${to}\r\nX: ${fill(dice, 'y')}`,
  'nested comments': (dice) => rawEmail({ from: `${'('.repeat(20_000 + dice.whole(30_000))}mallory@example.org`, to }),
  'groups of addresses': (dice) => rawEmail({ from, to: `${'g:a@b,'.repeat(dice.whole(9_000))};${to}` }),
  'encoded words': (dice) => rawEmail({ from: `${'=?utf-8?B?YQ==?= '.repeat(dice.whole(3_500))}<m@example.org>`, to }),
  'a file name in many parts': (dice) => {
    const pieces = Array.from({ length: dice.whole(3_000) }, (_, index) => `filename*${index}=a`)
    return rawEmail({ from, to, body: `Content-Disposition: attachment; ${pieces.join('; ')}\r\n\r\nx` })
  },
  'unclosed tags': (dice) =>
    email(
      'text/html',
      fill(dice, dice.oneOf('<', '<a ', '<!--', '<script>', '<blockquote>', '<br', '<p', '<!doctype')),
    ),
  'entities of HTML': (dice) => email('text/html', fill(dice, dice.oneOf('&#x41;', '&amp', '&', '&#99999999;'))),
  'alternating HTML and text': (dice) => {
    const part = (type: string, text: string) => `--b\r\nContent-Type: text/${type}\r\n\r\n${text}\r\n`
    const bothParts = part('plain', '<'.repeat(20_000)) + part('html', '<'.repeat(20_000))
    return email('multipart/mixed; boundary=b', bothParts.repeat(1 + dice.whole(120)))
  },
  'nested emails': (dice) => email('message/rfc822', 'Content-Type: message/rfc822\r\n\r\n'.repeat(dice.whole(50_000))),
  'an unknown encoding': (dice) =>
    email(
      `text/plain; charset=${dice.oneOf('utf-7', 'utf-16', 'iso-2022-jp', 'x'.repeat(9_000), '"')}`,
      fill(dice, '\x1b$B!!'),
    ),
  'endless quotes': (dice) =>
    email('text/plain', fill(dice, dice.oneOf('> ', '>\r\n', 'On 2026 a@b wrote:\r\n', '-- \r\n'))),
  'no headers': (dice) => fill(dice, dice.oneOf('\0', '\r', ':', '\r\n', 'x: ')),
  'random bytes': (dice) => randomBytes(dice, dice.whole(2_000_000)),
  'an ordinary email, damaged': (dice) => damage(dice, Buffer.from(ordinary())),
}

function email(type: string, text: string): string {
  return rawEmail({ from, to, body: `Content-Type: ${type}\r\n\r\n${text}` })
}

/** Repeats the text until it fills between half of the limit and all of it. */
function fill(dice: RandomSource, text: string): string {
  return text.repeat(Math.floor((MAX_BYTES * (1 + dice.whole(10) / 9)) / 2 / text.length))
}

/** Parts that each open a new boundary and close none, so the parser compares every line with all of them. */
function manyBoundaries(dice: RandomSource): string {
  const openedParts = Array.from(
    { length: 2_000 + dice.whole(20_000) },
    (_, index) => `--b\r\nContent-Type: multipart/mixed; boundary=c${index}\r\n\r\n`,
  )
  return openedParts.join('') + '--d\r\n'.repeat(500_000)
}

function nestParts(depth: number): string {
  return Array.from(
    { length: depth },
    (_, level) => `--b${level}\r\nContent-Type: multipart/mixed; boundary=b${level + 1}\r\n\r\n`,
  ).join('')
}

function ordinary(): string {
  const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`
  return email(
    'multipart/alternative; boundary=b',
    `${part('text/plain', 'Hello')}${part('text/html', '<p>Hello</p>')}--b--\r\n`,
  )
}

export function randomBytes(dice: RandomSource, length: number): Buffer {
  return Buffer.from(Uint8Array.from({ length }, () => dice.whole(256)))
}

/** Changes, removes or repeats some bytes. */
export function damage(dice: RandomSource, original: Buffer): Buffer {
  let content = Buffer.from(original)
  for (let times = 1 + dice.whole(12); times > 0 && content.length > 0; times -= 1) {
    const at = dice.whole(content.length)
    const length = Math.min(content.length - at, 1 + dice.whole(64))
    const text = content.subarray(at, at + length)
    const replacement = dice.oneOf(
      randomBytes(dice, length),
      Buffer.alloc(0),
      Buffer.concat([text, text]),
      Buffer.alloc(length, 0xff),
    )
    content = Buffer.concat([content.subarray(0, at), replacement, content.subarray(at + length)])
  }
  return content
}
