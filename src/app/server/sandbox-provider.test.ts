import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StartRefused } from '#platform/server/start-refused.ts'
import { readConfig } from './config.ts'
import { addressWithin, openSandbox } from './sandbox-provider.ts'

const loaded = vi.hoisted(() => ({ count: 0 }))
vi.mock('../../sandbox/start-sandbox.ts', () => {
  loaded.count += 1
  return { startSandbox: async () => ({ clock: () => new Date(), onClock: () => () => {}, close: async () => {} }) }
})

test('with real keys no code of the sandbox is loaded; without them it is, with keys of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_real',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_real',
    STRIPE_WEBHOOK_SECRET: 'whsec_real',
  }
  expect(await openSandbox(readConfig({ DATA_DIR: folder, ...keys }))).toBeUndefined()
  expect(loaded.count).toBe(0)

  const first = await openSandbox(readConfig({ DATA_DIR: folder }))
  const second = await openSandbox(readConfig({ DATA_DIR: folder }))

  expect(loaded.count).toBe(1)
  expect(second?.keys).toEqual(first?.keys)
  // Nothing half-written is left beside it.
  expect(await readdir(join(folder, 'sandbox'))).toEqual(['keys.json'])
  expect(JSON.parse(await readFile(join(folder, 'sandbox/keys.json'), 'utf8'))).toEqual(first?.keys)
})

test('where DATA_DIR cannot be written, the start says so in a sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'futureworld-sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  await writeFile(file, '')

  const starting = openSandbox(readConfig({ DATA_DIR: file }))

  await expect(starting).rejects.toThrow(StartRefused)
  await expect(starting).rejects.toThrow(`The data directory ${file} cannot be written`)
})

test.each([
  ['localhost', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['192.168.1.5', '192.168.1.5'],
  ['fd00::5', '[fd00::5]'],
  ['shop.lan', 'shop.lan'],
])('a site that listens on %s hears of the sandbox at %s', (host, address) => {
  expect(addressWithin(host)).toBe(address)
})
