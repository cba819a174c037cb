import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { makeOrder, payFor, startPaying } from '#tests/support/given/checkout.ts'
import { newCode } from '#tests/support/given/discount-codes.ts'

/** This app's clock only moves forward, and its provider sends no webhooks. */
const app = await startApp()
app.sandbox.disturbWebhooks({ drop: true })
afterAll(app.close)

const remind = async () => {
  await app.run('remind-unfinished-payments')
  await app.settle()
}

const listReminders = (email: string) =>
  app.mails.filter(({ to, subject }) => to === email && subject.includes('Finish paying for'))

test('the member is reminded of an unfinished payment once, after a day, with links to continue or cancel', async () => {
  const ada = await app.quickMember()
  await startPaying(ada)
  app.clock.advance({ hours: 23, minutes: 59 })
  await remind()
  expect(listReminders(ada.person.email)).toEqual([])
  app.clock.advance({ minutes: 2 })

  await remind()
  app.clock.advance({ hours: 1 })
  await remind()

  const [reminder, ...duplicates] = listReminders(ada.person.email)
  expect(duplicates).toEqual([])
  expect(reminder?.text).toContain('Total: £118.80 incl. VAT (20%)')
  expect(reminder?.text).toContain('Finish paying:\nhttp://localhost:5001/checkout/stripe?package=my-future-basic')
  expect(reminder?.text).toContain('Choose “Cancel payment” under My Packages')
})

test('the link of a payment with a discount code keeps the code, so that the total is the one in the email', async () => {
  await newCode(await app.quickMember('administrator'), { code: 'SPRING' })
  const ada = await app.quickMember()
  await ada.post('/api/purchases', await makeOrder(ada, 'my-future-basic', 'today', 'uk', 'SPRING'))
  app.clock.advance({ hours: 25 })
  await remind()
  const [reminder] = listReminders(ada.person.email)
  expect(reminder?.text).toContain('Total: £95.04 incl. VAT (20%)')
  expect(reminder?.text).toContain('/checkout/stripe?package=my-future-basic&code=SPRING\n')
})

test('no reminder is sent if the purchase was paid or cancelled, or the account was deleted', async () => {
  const [payer, canceller, leaver] = [await app.quickMember(), await app.quickMember(), await app.quickMember()]
  await payFor(app, payer)
  const { id } = await startPaying(canceller)
  await canceller.post(`/api/purchases/${id}/cancellation`)
  await startPaying(leaver)
  await leaver.send('DELETE', '/api/account', { confirmation: 'DELETE' })
  app.clock.advance({ hours: 25 })

  await remind()

  for (const { person } of [payer, canceller, leaver]) expect(listReminders(person.email)).toEqual([])
  const { body } = await (await app.returning(payer)).get('/api/entitlements')
  expect(body.data.items).toHaveLength(1)
})

test('a member who turned off emails about packages gets no reminder', async () => {
  const member = await app.quickMember()
  await startPaying(member)
  await app.rows("insert into notification_choice values ($1, 'purchases', 'email', false, now())", member.id)
  app.clock.advance({ hours: 25 })
  await remind()
  expect(listReminders(member.person.email)).toEqual([])
})
