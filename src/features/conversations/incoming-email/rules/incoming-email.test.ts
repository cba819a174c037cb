import { expect, test } from 'vitest'
import { findIgnoreReason, type ParsedEmail, senderChecks } from './incoming-email.ts'

const email: ParsedEmail = {
  headers: [],
  messageId: null,
  from: [{ name: 'Ada', address: 'ada@example.org' }],
  recipients: [],
  subject: '',
  text: 'Thank you.',
  files: 0,
}
const withHeader = (name: string, value: string) => ({ headers: [{ name, value }] })
const sentBy = (...addresses: string[]) => ({ from: addresses.map((address) => ({ name: '', address })) })

test.each<[string, Partial<ParsedEmail>, ReturnType<typeof findIgnoreReason>]>([
  ['an ordinary reply', {}, null],
  ['a reply marked as not automatic', withHeader('auto-submitted', 'no'), null],
  ['an out-of-office reply', withHeader('auto-submitted', 'auto-replied'), 'automatic'],
  ['a generated email', withHeader('auto-submitted', 'auto-generated; owner-email="ada@example.org"'), 'automatic'],
  ['a bulk email', withHeader('precedence', 'bulk'), 'automatic'],
  ['an older out-of-office reply', withHeader('x-autoreply', 'yes'), 'automatic'],
  ['an email without a return path', withHeader('return-path', '<>'), 'automatic'],
  ['an email from a mailing list', withHeader('list-id', '<news.example.org>'), 'automatic'],
  ['a bounce', sentBy('MAILER-DAEMON@example.org'), 'automatic'],
  ['an email without a sender', sentBy(), 'no-sender'],
  ['an email from an invalid address', sentBy('nobody'), 'no-sender'],
  ['an email from two senders', sentBy('ada@example.org', 'eve@example.org'), 'no-sender'],
  ['our own address in another spelling', sentBy('Letters@Site.example'), 'our-own'],
  ['our own Message-ID', { messageId: '<1@site.example>' }, 'our-own'],
  ['only blank and invisible characters', { text: ' \r\n\u200b\r\n ' }, 'empty'],
  ['files without text', { text: '', files: 1 }, null],
])('returns the reason to ignore an email, if any, for %s', (_, changes, reason) => {
  const ownIdentity = { host: 'site.example', addresses: ['letters@site.example'] }
  expect(findIgnoreReason({ ...email, ...changes }, ownIdentity)).toBe(reason)
})

const readChecks = (...values: string[]) =>
  senderChecks({ headers: values.map((value) => ({ name: 'authentication-results', value })) })

test("the mail server's SPF, DKIM and DMARC results are read", () => {
  const header =
    'mx.example.org 1; spf=pass (sender is allowed) smtp.mailfrom=a@b.example; dkim=fail header.d=b.example; dmarc=none'
  expect(readChecks(header)).toEqual({ spf: 'pass', dkim: 'fail', dmarc: 'none' })
})

test('one valid DKIM signature is enough', () => {
  expect(readChecks('mx.example.org; dkim=fail header.d=a; dkim=pass header.d=b').dkim).toBe('pass')
})

test('only the first Authentication-Results header counts, because a sender may forge later ones', () => {
  expect(readChecks('mx.example.org; spf=fail', 'mx.example.org; spf=pass').spf).toBe('fail')
})

test.each(['', 'mx.example.org', 'mx; spf=<canary>', 'mx; spf', 'mx; spf=PASSED', 'mx; x-spf=pass', ';;;=;'])(
  '%j contains no results',
  (header) => {
    expect(readChecks(header)).toEqual({ spf: 'missing', dkim: 'missing', dmarc: 'missing' })
  },
)
