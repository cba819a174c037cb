import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test.each([
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL must be an email address.'],
  [{ ADMIN_PASSWORD: 'fourteen chars' }, 'ADMIN_PASSWORD must have at least 15 characters.'],
  [{ ADMIN_PASSWORD: 'x'.repeat(257) }, 'ADMIN_PASSWORD can have at most 256 characters.'],
  [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be the address of the proxy, like 10.0.0.2 or 10.0.0.0/24.'],
])('the start is refused with one sentence for %j', (environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(sentence)
})

test('proxies may be named by address and by net', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.2, fd00::/8' }).trustProxy).toBe('10.0.0.2, fd00::/8')
})

test('the sandbox listens above the site, or below it where nothing is above', () => {
  expect(readConfig({ PORT: '5001' }).payments).toMatchObject({ port: 5002 })
  expect(readConfig({ PORT: '65535' }).payments).toMatchObject({ port: 65_534 })
})
