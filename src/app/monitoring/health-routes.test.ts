import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

const token = 'a-token-of-the-operator-with-enough-letters'

test('without a token, metrics can only be read from the local machine, and never through a proxy', async () => {
  await using app = await startApp()
  const readStatus = async (headers = {}, remoteAddress = '127.0.0.1') =>
    (await app.app.inject({ url: '/metrics', headers, remoteAddress })).statusCode

  expect([await readStatus(), await readStatus({}, '::1'), await readStatus({}, '::ffff:127.0.0.1')]).toEqual([
    200, 200, 200,
  ])
  expect([
    await readStatus({}, '192.0.2.7'),
    await readStatus({}, '10.0.0.5'),
    await readStatus({}, '2001:db8::1'),
  ]).toEqual([403, 403, 403])
  expect(await readStatus({ host: 'futureworld.example' })).toBe(403)
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host', 'x-forwarded-proto']) {
    expect(await readStatus({ [header]: '127.0.0.1' })).toBe(403)
  }
})

test('if a token is set, metrics can be read with it from anywhere, and never without it', async () => {
  await using app = await startApp({ metricsToken: token })
  const requestMetrics = async (authorization?: string, remoteAddress = '192.0.2.7') => {
    const headers = { host: 'futureworld.example', ...(authorization && { authorization }) }
    return app.app.inject({ url: '/metrics', headers, remoteAddress })
  }

  expect((await requestMetrics(`Bearer ${token}`)).statusCode).toBe(200)
  for (const invalid of [undefined, 'Bearer another', `Bearer ${token}x`, token, 'Basic YTpi'])
    expect((await requestMetrics(invalid)).statusCode).toBe(403)
  expect((await requestMetrics(undefined, '127.0.0.1')).json()).toEqual({
    success: false,
    code: 'not-allowed',
    message: 'These metrics are for the operator. Send METRICS_TOKEN as a bearer token.',
  })
})
