import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDataKeys } from '#platform/server/data-keys.ts'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { newFolder } from '#tests/support/app/temporary.ts'
import { readDataKeys } from './data-keys.ts'

const newDirectory = async () => join(await newFolder(), 'data')

const configuredKey = Buffer.alloc(32, 1)

test('without DATA_KEYS a site creates a key file readable only by its owner, and keeps it', async () => {
  const dataDirectory = await newDirectory()
  const sealed = readDataKeys({ dataKeys: [], dataDirectory }).seal(Buffer.from('x'), 'y')

  const file = join(dataDirectory, 'data.key')
  expect([statSync(file).mode & 0o777, readFileSync(file, 'utf8')]).toEqual([0o600, expect.stringMatching(/^.{44}\n$/)])
  expect(readDataKeys({ dataKeys: [], dataDirectory }).open(sealed, 'y').toString()).toBe('x')
})

test('once DATA_KEYS is set, it encrypts new data, and the key file still decrypts older data', async () => {
  const dataDirectory = await newDirectory()
  const sealed = readDataKeys({ dataKeys: [], dataDirectory }).seal(Buffer.from('x'), 'y')

  const keys = readDataKeys({ dataKeys: [configuredKey], dataDirectory })

  expect(keys.open(sealed, 'y').toString()).toBe('x')
  expect(keys.firstId).toEqual(openDataKeys([configuredKey]).firstId)
})

test('no key file is written if DATA_KEYS is set', async () => {
  const dataDirectory = await newDirectory()
  readDataKeys({ dataKeys: [configuredKey], dataDirectory })
  expect(() => statSync(dataDirectory)).toThrow('ENOENT')
})

test('a damaged key file prevents the site from starting and is not overwritten', async () => {
  const dataDirectory = await newDirectory()
  readDataKeys({ dataKeys: [], dataDirectory })
  writeFileSync(join(dataDirectory, 'data.key'), 'half a k')
  expect(() => readDataKeys({ dataKeys: [], dataDirectory })).toThrow(StartRefused)
})
