import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { readDataKeys } from './data-keys.ts'

function newDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'futureworld-keys-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'data')
}

const configuredKey = Buffer.alloc(32, 1)

test('without DATA_KEYS a site creates a key file readable only by its owner, and keeps it', () => {
  const dataDirectory = newDirectory()
  const sealed = readDataKeys({ dataKeys: [], dataDirectory }).seal(Buffer.from('x'), 'y')

  const file = join(dataDirectory, 'data.key')
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([0o600, expect.stringMatching(/^.{44}\n$/)])
  expect(readDataKeys({ dataKeys: [], dataDirectory }).open(sealed, 'y').toString()).toBe('x')
})

test('once DATA_KEYS is set it encrypts, and the key file still decrypts older data', () => {
  const dataDirectory = newDirectory()
  const sealed = readDataKeys({ dataKeys: [], dataDirectory }).seal(Buffer.from('x'), 'y')

  const keys = readDataKeys({ dataKeys: [configuredKey], dataDirectory })

  expect(keys.open(sealed, 'y').toString()).toBe('x')
  expect(keys.firstId).toEqual(readDataKeys({ dataKeys: [configuredKey], dataDirectory: newDirectory() }).firstId)
})

test('with DATA_KEYS no key file is written', () => {
  const dataDirectory = newDirectory()
  readDataKeys({ dataKeys: [configuredKey], dataDirectory })
  expect(() => statSync(dataDirectory)).toThrow('ENOENT')
})

test('a damaged key file prevents the start and is not overwritten', () => {
  const dataDirectory = newDirectory()
  readDataKeys({ dataKeys: [], dataDirectory })
  writeFileSync(join(dataDirectory, 'data.key'), 'half a k')
  expect(() => readDataKeys({ dataKeys: [], dataDirectory })).toThrow(StartRefused)
})
