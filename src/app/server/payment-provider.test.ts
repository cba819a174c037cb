import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { StartRefused } from '#platform/server/operator-errors.ts'
import { newFolder } from '#tests/support/app/temporary.ts'
import { readConfig } from '../config/config.ts'
import { localHostFor, openSandbox } from './payment-provider.ts'

type Load = NonNullable<NonNullable<Parameters<typeof openSandbox>[1]>['load']>

test('with real keys the sandbox is not loaded, and without them it is loaded with its own keys', async () => {
  const folder = await newFolder()
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_real',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_real',
    STRIPE_WEBHOOK_SECRET: 'whsec_real',
  }
  const close = async () => {}
  const startSandbox = async () => ({ clock: () => new Date(), onClock: () => () => {}, close })
  const load = vi.fn(async () => ({ startSandbox })) as unknown as Load
  expect(await openSandbox(readConfig({ DATA_DIR: folder, ...keys }), { load })).toBeUndefined()
  expect(load).not.toHaveBeenCalled()

  const first = await openSandbox(readConfig({ DATA_DIR: folder }), { load })
  const second = await openSandbox(readConfig({ DATA_DIR: folder }), { load })

  expect(load).toHaveBeenCalledTimes(2)
  expect(second?.keys).toEqual(first?.keys)
  // No temporary file is left next to keys.json.
  expect(await readdir(join(folder, 'sandbox'))).toEqual(['keys.json'])
  expect(JSON.parse(await readFile(join(folder, 'sandbox/keys.json'), 'utf8'))).toEqual(first?.keys)
})

test('if DATA_DIR is not writable, the site refuses to start and explains why', async () => {
  const folder = await newFolder()
  const file = join(folder, 'file')
  await writeFile(file, '')

  const start = openSandbox(readConfig({ DATA_DIR: file }))

  await expect(start).rejects.toThrow(StartRefused)
  await expect(start).rejects.toThrow(`The data directory ${file} can’t be written to`)
})

test.each([
  ['localhost', '127.0.0.1'],
  ['0.0.0.0', '127.0.0.1'],
  ['::', '127.0.0.1'],
  ['192.168.1.5', '192.168.1.5'],
  ['fd00::5', '[fd00::5]'],
  ['shop.lan', 'shop.lan'],
])('a site that listens on %s reaches the sandbox at %s', (host, address) => {
  expect(localHostFor(host)).toBe(address)
})
