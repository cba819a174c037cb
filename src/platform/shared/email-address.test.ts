import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalEmailAddress, EmailAddress, looksLikeEmailAddress, mixesAlphabets } from './email-address.ts'

test.each([
  'ada@example.org',
  'ada.lovelace+books@mail.example.co.uk',
  "o'neill@example.ie",
  'a@b.c',
  'имя@пример.рф',
  `${'a'.repeat(242)}@example.org`,
])('%s is an email address', (value) => {
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
  'ada\u200d@example.org',
  'ada\u202e@example.org',
  'ada\u2028@example.org',
  'ada\ufeff@example.org',
  'ada@exam\u00adple.org',
  `${'a'.repeat(243)}@example.org`,
])('%j is not an email address', (value) => {
  expect(looksLikeEmailAddress(value)).toBe(false)
})

test.each([
  ['', 'Email is required'],
  ['   ', 'Email is required'],
  [undefined, 'Email is required'],
  ['ada', 'Email is invalid'],
])('%j gets only the message "%s"', (value, message) => {
  expect(EmailAddress.safeParse(value).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test.each([
  ['capitals', 'ADA', 'ada'],
  ['surrounding spaces', '  ada', 'ada'],
  ['full-width letters', '\uff41\uff44\uff41', 'ada'],
  ['composed letters', 'ǰ', 'J\u030c'],
  ['a ligature', 'ﬁ', 'FI'],
  ['a Kelvin sign', '\u212a', 'k'],
  ['a dotted capital', 'İ', 'i\u0307'],
])('an address with %s is treated as the same mailbox', (_, spelling, otherSpelling) => {
  const [address, otherAddress] = [`${spelling}@example.org`, `${otherSpelling}@example.org`]
  expect(canonicalEmailAddress(address)).toBe(canonicalEmailAddress(otherAddress))
})

test('canonicalising an email address is idempotent', () => {
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

// Repeated scanning would exceed the test timeout.
test('a long text that is almost an email address is rejected in linear time', () => {
  for (const hostile of [
    'a@'.repeat(2_000_000),
    '.'.repeat(4_000_000),
    `a@${'a.'.repeat(2_000_000)}`,
    '@'.repeat(4_000_000),
  ])
    expect(looksLikeEmailAddress(hostile)).toBe(false)
})

test.each([
  ['ada@example.org', false],
  ['анна@пример.рф', false],
  ['анна@example.org', false],
  ['ανα.1@example.org', false],
  ['田中taro@example.jp', false],
  ['זה@example.org', false],
  ['josé_o’neil+news@exämple.org', false],
  // The first letter is Cyrillic.
  ['аda@example.org', true],
  ['ada@exаmple.org', true],
  ['αda@example.org', true],
  ['аνa@example.org', true],
])('%s mixes alphabets: %s', (address, isMixed) => {
  expect(mixesAlphabets(address)).toBe(isMixed)
})
