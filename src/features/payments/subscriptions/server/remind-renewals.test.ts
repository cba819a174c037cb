import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../../tests/support/app/start-app.ts'
import { emailsTo } from '../../../../../tests/support/given/received-emails.ts'
import { subscribe } from '../../../../../tests/support/given/subscriptions.ts'
import { remindRenewals } from './remind-renewals.ts'

const app = await startApp()
afterAll(app.close)

test.each([
  ["a provider's test keys", false, '[TEST] Your MY FUTURE X renews'],
  ['live keys', true, 'Your MY FUTURE X renews'],
])('with %s the renewal email says whether it is a test', async (_, isLive, subjectStart) => {
  const ada = await app.quickMember()
  const { id } = await subscribe(app, ada)
  await app.rows(
    "update subscription set payment_mode = 'stripe', period_ends_at = now() + interval '2 days' where id = $1",
    id,
  )

  await remindRenewals({ ...app.context, provider: { ...app.provider, isLive } })

  const [email] = await emailsTo(app, ada.person.email, 'renews')
  expect(email?.subject.slice(0, subjectStart.length)).toBe(subjectStart)
  expect(email?.text.includes('TEST: no money is charged.')).toBe(!isLive)
})
