import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalEmailAddress, EmailAddress, looksLikeEmailAddress } from './email-address.ts'

test.each([
  'ada@example.org',
  'ada.lovelace+books@mail.example.co.uk',
  "o'neill@example.ie",
  'a@b.c',
  'имя@пример.рф',
  `${'a'.repeat(242)}@example.org`,
])('%s is an address', (value) => {
  expect(looksLikeEmailAddress(value)).toBe(true)
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.org',
  'ada@example',
  'ada@@example.org',
  'ada@example@org',
  'ada@.org',
  'ada@example.',
  'ada@example..org',
  'ada lovelace@example.org',
  'ada@example .org',
  '"ada lovelace"@example.org',
  'ada@example.org, bob@example.org',
  'Ada <ada@example.org>',
  'ada@[127.0.0.1]',
  'ada\n@example.org',
  'ada@example.org\r\nBcc: bob@example.org',
  'ada\u0000@example.org',
  'ada\ud800@example.org',
  'a\u200bda@example.org',
  'ada\u202e@example.org',
  'ada@exam\u00adple.org',
  `${'a'.repeat(243)}@example.org`,
])('%j is none', (value) => {
  expect(looksLikeEmailAddress(value)).toBe(false)
})

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  [undefined, 'Email is required'],
  ['ada', 'Email is invalid'],
])('%j is answered with "%s", and with nothing else', (value, message) => {
  expect(EmailAddress.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('an address has one canonical spelling, which is its own', () => {
  const characters = fc.oneof(
    fc.constantFrom(...'aAéÉİıßẞﬁǅǰKΣςａＡ１①Ⅷ\u030c\u0307\u0301'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 2 }),
  )
  fc.assert(
    fc.property(fc.array(characters, { maxLength: 12 }), (parts) => {
      const address = `${parts.join('')}@example.org`
      const canonical = canonicalEmailAddress(address)
      expect(canonicalEmailAddress(canonical)).toBe(canonical)
      expect(canonicalEmailAddress(address.normalize('NFD'))).toBe(canonicalEmailAddress(address.normalize('NFC')))
      expect(canonicalEmailAddress(` ${address} `)).toBe(canonical)
    }),
  )
})

// Whatever goes over them again and again takes much longer than it may, and once over them a thousandth of it.
test('a long text that is almost an address is refused as fast as a short one', { timeout: 3_000 }, () => {
  for (const hostile of ['a@'.repeat(40_000), '.'.repeat(80_000), `a@${'a.'.repeat(40_000)}`, '@'.repeat(80_000)])
    expect(looksLikeEmailAddress(hostile)).toBe(false)
})
