import { expect, test } from 'vitest'
import { decryptStored, keyIdOfSealed, openDataKeys, UnknownKeyError } from './data-keys.ts'

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
const content = Buffer.from('https://calendar.example.org/private.ics')

test('an older key still decrypts after a newer one is added, and a missing key is an error', () => {
  const before = openDataKeys([older])
  const sealed = before.seal(content, 'calendar of carl')
  const after = openDataKeys([newer, older])

  expect(after.open(sealed, 'calendar of carl')).toEqual(content)
  expect(keyIdOfSealed(sealed)).toEqual(before.firstId)
  expect(keyIdOfSealed(after.seal(content, 'calendar of carl'))).toEqual(after.firstId)
  expect(after.has(keyIdOfSealed(sealed))).toBe(true)
  expect(openDataKeys([newer]).has(keyIdOfSealed(sealed))).toBe(false)
  expect(() => openDataKeys([newer]).open(sealed, 'calendar of carl')).toThrow(UnknownKeyError)
})

test('ciphertext reveals nothing, differs each time and opens only in its own row', () => {
  const keys = openDataKeys([older])
  const [one, other] = [keys.seal(content, 'calendar of carl'), keys.seal(content, 'calendar of carl')]

  expect(one.includes('example')).toBe(false)
  expect(one.equals(other)).toBe(false)
  expect(() => keys.open(one, 'calendar of grace')).toThrow(UnknownKeyError)
})

test('changed, added or missing bytes are detected', () => {
  const keys = openDataKeys([older])
  const sealed = keys.seal(content, 'calendar of carl')
  for (let place = 0; place < sealed.length; place += 1) {
    const changed = Buffer.from(sealed)
    changed[place] = (changed[place] ?? 0) ^ 1
    expect(() => keys.open(changed, 'calendar of carl'), String(place)).toThrow(UnknownKeyError)
    expect(() => keys.open(sealed.subarray(0, place), 'calendar of carl'), String(place)).toThrow(UnknownKeyError)
  }
  expect(() => keys.open(Buffer.concat([sealed, FILL]), 'calendar of carl')).toThrow(UnknownKeyError)
})

const FILL = Buffer.from([0])

test('a row from before encryption is read unchanged', () => {
  expect(decryptStored(openDataKeys([older]), { plain: content, sealed: null }, 'anything')).toEqual(content)
})

test('derived secrets differ from the key and for each purpose', () => {
  const [derived] = openDataKeys([older]).derive('one')
  const [again] = openDataKeys([older]).derive('one')
  const [other] = openDataKeys([older]).derive('other')
  expect(derived?.secret).toEqual(again?.secret)
  expect(derived?.secret).not.toEqual(other?.secret)
  expect(derived?.secret).not.toEqual(older)
})
