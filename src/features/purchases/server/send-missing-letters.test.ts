import { afterAll, expect, test } from 'vitest'
import { payFor } from '../../../../tests/support/checkout.ts'
import { startApp } from '../../../../tests/support/start-app.ts'
import { sendPurchaseLetter } from './send-purchase-letter.ts'

const app = await startApp()
afterAll(app.close)

test('a letter is written once, however often and however many at a time ask for it', async () => {
  const { id, letters } = await buy()
  await Promise.all([1, 2, 3].map(() => sendPurchaseLetter(app.context, id)))
  await sendPurchaseLetter(app.context, id)
  await app.settle()
  expect(letters()).toBe(1)
})

test('a purchase whose letter was lost with its work gets one after an hour', async () => {
  const { letters } = await buy({
    before: () => app.rows("delete from pgboss.job where name = 'send-purchase-letter'"),
  })
  await app.run('send-missing-letters')
  expect(letters()).toBe(0)

  app.clock.advance({ hours: 1, minutes: 1 })
  await app.run('send-missing-letters')
  expect(letters()).toBe(1)

  await app.run('send-missing-letters')
  expect(letters()).toBe(1)
})

test('nobody is written to about what was bought more than a month ago', async () => {
  const { letters } = await buy({
    before: () => app.rows("delete from pgboss.job where name = 'send-purchase-letter'"),
  })
  app.clock.advance({ days: 31 })
  await app.run('send-missing-letters')
  expect(letters()).toBe(0)
})

/** Pays, up to what is done after the answer; `before` happens before any of that is done. */
async function buy({ before }: { before?: () => Promise<unknown> } = {}) {
  app.sandbox.disturbWebhooks({ drop: true })
  const member = await app.quickMember()
  const id = await payFor(app, member)
  await member.post(`/api/purchases/${id}/confirmation`)
  await before?.()
  const { email } = member.person
  return {
    id,
    letters: () => app.mails.filter(({ to, subject }) => to === email && subject.includes('payment')).length,
  }
}
