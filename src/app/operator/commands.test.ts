import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { runOperatorCommand } from './commands.ts'

const app = await startApp()
afterAll(app.close)

const reconcile = (provider: Partial<typeof app.provider>) =>
  runOperatorCommand(
    {
      ...app.context,
      paymentMode: 'sandbox',
      makeBackup: () => Promise.reject(new Error('A test makes no backup')),
      openPayments: async () => ({ provider: { ...app.provider, ...provider }, now: app.clock.now }),
    },
    { command: 'reconcile', arguments: {} },
  )

test('a reconciliation counts the errors it logged', async () => {
  expect(await reconcile({})).toMatchObject({ errorsLogged: 0 })
  const unreachable = { listMissedEvents: () => Promise.reject(new Error('The provider lists no events')) }
  expect(await reconcile(unreachable)).toMatchObject({ errorsLogged: 1, done: { events: { fetched: 0 } } })
})
