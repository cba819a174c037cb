import { expect, test } from 'vitest'
import { startApp } from '../../../tests/support/app/start-app.ts'

const token = 'a-token-of-the-operator-with-enough-letters'

test('without a token only the local machine can read metrics, and never through a proxy', async () => {
  await using app = await startApp()
  const ask = async (headers = {}, remoteAddress = '127.0.0.1') =>
    (await app.app.inject({ url: '/metrics', headers, remoteAddress })).statusCode

  expect([await ask(), await ask({}, '::1'), await ask({}, '::ffff:127.0.0.1')]).toEqual([200, 200, 200])
  expect([await ask({}, '192.0.2.7'), await ask({}, '10.0.0.5'), await ask({}, '2001:db8::1')]).toEqual([403, 403, 403])
  expect(await ask({ host: 'futureworld.example' })).toBe(403)
  for (const mark of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'x-forwarded-proto']) {
    expect(await ask({ [mark]: '127.0.0.1' })).toBe(403)
  }
})

test('with a token its holder can read metrics from anywhere, and no one else can', async () => {
  await using app = await startApp({ metricsToken: token })
  const ask = async (authorization?: string, remoteAddress = '192.0.2.7') => {
    const headers = { host: 'futureworld.example', ...(authorization && { authorization }) }
    return app.app.inject({ url: '/metrics', headers, remoteAddress })
  }

  expect((await ask(`Bearer ${token}`)).statusCode).toBe(200)
  for (const wrong of [undefined, 'Bearer another', `Bearer ${token}x`, token, 'Basic YTpi'])
    expect((await ask(wrong)).statusCode).toBe(403)
  expect((await ask(undefined, '127.0.0.1')).json()).toEqual({
    success: false,
    code: 'not-allowed',
    message: 'These figures are for the operator. Ask with METRICS_TOKEN.',
  })
})
