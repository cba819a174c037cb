import { afterAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { listPaidMonths, newSubscriber } from '#tests/support/given/subscriptions.ts'
import { remindRenewals } from './remind-renewals.ts'

const app = await startApp()
afterAll(app.close)

const listReminders = ({ mails }: TestApp) => mails.filter(({ subject }) => subject.includes('renews on'))

test.each([
  ["a provider's test keys", false, '[TEST] Your MY FUTURE X renews'],
  ['live keys', true, 'Your MY FUTURE X renews'],
])('the renewal email is marked as a test with test keys only: %s', async (_, isLive, subjectStart) => {
  const { member: ada, id } = await newSubscriber(app)
  await app.rows(
    "update subscription set payment_mode = 'stripe', period_ends_at = now() + interval '2 days' where id = $1",
    id,
  )

  await remindRenewals({ ...app.context, provider: { ...app.provider, isLive } })

  const [email] = await emailsTo(app, ada.person.email, 'renews')
  expect(email?.subject.slice(0, subjectStart.length)).toBe(subjectStart)
  expect(email?.text.includes('TEST: no money is charged.')).toBe(!isLive)
})

test('each charge is announced once, three days in advance, with its amount and how to cancel', async () => {
  await using app = await startApp()
  const { id } = await newSubscriber(app)
  const [month] = await listPaidMonths(app, id)
  const hours = Math.floor((month?.ends_at.getTime() - app.clock.now().getTime()) / 3_600_000)

  await app.jump({ hours: hours - 73 })
  await app.run('remind-renewals')
  expect(listReminders(app)).toEqual([])
  await app.jump({ hours: 2 })
  await app.run('remind-renewals')
  await app.run('remind-renewals')

  const [reminder, ...duplicates] = listReminders(app)
  expect(duplicates).toEqual([])
  expect(reminder?.text).toContain('Amount: £34.80 incl. VAT (20%)')
  expect(reminder?.text).toContain('Cancel subscription')
  await app.jump({ days: 31 })
  await app.run('remind-renewals')
  expect(listReminders(app)).toHaveLength(2)
})

test('a cancelled subscription is not announced for renewal', async () => {
  await using app = await startApp()
  const { member: ada, id } = await newSubscriber(app)
  await ada.post(`/api/subscriptions/${id}/cancellation`)

  await app.jump({ days: 29 })
  await app.run('remind-renewals')

  expect(listReminders(app)).toEqual([])
})
