import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { payFor } from '#tests/support/given/checkout.ts'
import { sendPurchaseConfirmation } from './send-purchase-confirmation.ts'

const app = await startApp()
afterAll(app.close)

test('repeated and concurrent calls send one confirmation email', async () => {
  const { id, countEmails } = await buy()
  await Promise.all([1, 2, 3].map(() => sendPurchaseConfirmation(app.context, id)))
  await sendPurchaseConfirmation(app.context, id)
  await app.settle()
  expect(countEmails()).toBe(1)
})

test('a confirmation email whose job was lost is sent after an hour', async () => {
  const { countEmails } = await buy({
    beforeJobs: () => app.rows("delete from pgboss.job where name = 'send-purchase-confirmation'"),
  })
  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(0)

  app.clock.advance({ hours: 1, minutes: 1 })
  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(1)

  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(1)
})

test('no confirmation email is sent for purchases older than a month', async () => {
  const { countEmails } = await buy({
    beforeJobs: () => app.rows("delete from pgboss.job where name = 'send-purchase-confirmation'"),
  })
  app.clock.advance({ days: 31 })
  await app.run('send-missing-confirmations')
  expect(countEmails()).toBe(0)
})

/** Pays and confirms. `before` is called before the jobs that follow the response run. */
async function buy({ beforeJobs }: { beforeJobs?: () => Promise<unknown> } = {}) {
  app.sandbox.disturbWebhooks({ drop: true })
  const member = await app.quickMember()
  const id = await payFor(app, member)
  await member.post(`/api/purchases/${id}/confirmation`)
  await beforeJobs?.()
  const { email } = member.person
  return {
    id,
    countEmails: () => app.mails.filter(({ to, subject }) => to === email && subject.includes('payment')).length,
  }
}
