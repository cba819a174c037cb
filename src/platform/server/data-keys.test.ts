import { expect, test } from 'vitest'
import { decryptStored, openDataKeys, readKeyId, UnknownKeyError } from './data-keys.ts'

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const content = Buffer.from('https://calendar.example.org/private.ics')

test('an older key still decrypts after a newer one is added, and a missing key is an error', () => {
  const before = openDataKeys([older])
  const sealed = before.seal(content, 'calendar of carl')
  const after = openDataKeys([newer, older])

  expect(after.open(sealed, 'calendar of carl')).toEqual(content)
  expect(readKeyId(sealed)).toEqual(before.firstId)
  expect(readKeyId(after.seal(content, 'calendar of carl'))).toEqual(after.firstId)
  expect(after.has(readKeyId(sealed))).toBe(true)
  expect(openDataKeys([newer]).has(readKeyId(sealed))).toBe(false)
  expect(() => openDataKeys([newer]).open(sealed, 'calendar of carl')).toThrow(UnknownKeyError)
})

test('ciphertext reveals nothing, differs each time and can be decrypted only for its own row', () => {
  const keys = openDataKeys([older])
  const [firstSealed, secondSealed] = [keys.seal(content, 'calendar of carl'), keys.seal(content, 'calendar of carl')]

  expect(firstSealed.includes('example')).toBe(false)
  expect(firstSealed.equals(secondSealed)).toBe(false)
  expect(() => keys.open(firstSealed, 'calendar of grace')).toThrow(UnknownKeyError)
})

test('changed, added or missing bytes are detected', () => {
  const keys = openDataKeys([older])
  const sealed = keys.seal(content, 'calendar of carl')
  for (let position = 0; position < sealed.length; position += 1) {
    const changed = Buffer.from(sealed)
    changed[position] = (changed[position] ?? 0) ^ 1
    expect(() => keys.open(changed, 'calendar of carl'), String(position)).toThrow(UnknownKeyError)
    expect(() => keys.open(sealed.subarray(0, position), 'calendar of carl'), String(position)).toThrow(UnknownKeyError)
  }
  expect(() => keys.open(Buffer.concat([sealed, FILL]), 'calendar of carl')).toThrow(UnknownKeyError)
})

const FILL = Buffer.from([0])

test('a value stored before encryption was introduced is read unchanged', () => {
  expect(decryptStored(openDataKeys([older]), { plain: content, sealed: null }, 'anything')).toEqual(content)
})

test('a derived secret differs from its key and from the secrets derived for other purposes', () => {
  const [derived] = openDataKeys([older]).derive('one')
  const [repeated] = openDataKeys([older]).derive('one')
  const [otherPurpose] = openDataKeys([older]).derive('other')
  expect(derived?.secret).toEqual(repeated?.secret)
  expect(derived?.secret).not.toEqual(otherPurpose?.secret)
  expect(derived?.secret).not.toEqual(older)
})
