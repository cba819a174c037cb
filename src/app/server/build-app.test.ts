import { expect, test } from 'vitest'
import { startApp } from '../../../tests/support/start-app.ts'

test('an address with a broken escape is answered like every other wrong call', async () => {
  await using app = await startApp()
  const { statusCode, headers, body } = await app.app.inject('/api/quotes/uk/%zz')
  expect([statusCode, JSON.parse(body)]).toEqual([
    400,
    { success: false, code: 'invalid-input', message: 'This address is not valid.' },
  ])
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
})
