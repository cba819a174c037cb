import { afterAll, expect, test } from 'vitest'
import { type Member, startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant } from '#tests/support/given/bookable-consultants.ts'
import { book, givenPackage, hoursAhead, memberWithPackage } from '#tests/support/given/bookings.ts'
import { buy, emailSubjectsTo, refundAtProvider } from '#tests/support/given/refunds.ts'
import { subscribe } from '#tests/support/given/subscriptions.ts'

const app = await startApp()
afterAll(app.close)
await givenBookableConsultant(app)

type BellNotification = { title: string; text: string; path: string; isRead: boolean }

/** The notifications other than the four starter ones. */
async function listNotifications(member: Pick<Member, 'get'>): Promise<BellNotification[]> {
  const { items } = (await member.get('/api/notifications')).body.data
  return items.filter(({ title }: BellNotification) => !starterTitles.includes(title))
}

const starterTitles = ['Welcome to your portal', 'Complete your profile', 'Choose a package', 'Book your first session']

async function readStarters(member: Pick<Member, 'get'>) {
  const { items, unread } = (await member.get('/api/notifications')).body.data
  const remaining = items
    .filter(({ title }: BellNotification) => starterTitles.includes(title))
    .map(({ title }: BellNotification) => title)
  return { remaining, unread }
}

const findPackageId = async (purchaseId: string): Promise<string> =>
  (await app.rows('select id from entitlement where purchase_id = $1', purchaseId))[0].id

test('a purchase creates one notification, which links to its package', async () => {
  const { member, id } = await buy(app)
  await app.context.jobs.send(app.context.db, { name: 'send-purchase-confirmation' } as never, { purchaseId: id })
  await app.settle()
  expect(await listNotifications(member)).toMatchObject([
    {
      title: 'Package bought',
      text: expect.stringMatching(/^MY FUTURE WEEK is yours until .+\. Your invoice INV-TEST-\d{4}-\d+ is ready/),
      path: `/portal/packages/${await findPackageId(id)}`,
      isRead: false,
    },
  ])
})

test('a withdrawal and its refund create notifications, but only one email', async () => {
  const { member, id } = await buy(app)
  await member.post(`/api/purchases/${id}/withdrawal`, { expectedRefund: 11_880 })
  await app.settle()
  const path = `/portal/packages/${await findPackageId(id)}`
  expect((await listNotifications(member)).map((line) => [line.title, line.text, line.path])).toEqual([
    ['Refund on its way', 'We’ve refunded £118.80 of what you paid for MY FUTURE WEEK. The package has ended.', path],
    ['Package cancelled', 'MY FUTURE WEEK has ended. We’re refunding £118.80.', path],
    ['Package bought', expect.any(String), path],
  ])
  expect(emailSubjectsTo(app, member)).toEqual([
    expect.stringContaining('payment received'),
    '[TEST] Your MY FUTURE WEEK is cancelled: £118.80 refund',
  ])
})

test('a refund made at the payment provider creates one notification', async () => {
  const { member, paymentIntentId } = await buy(app)
  await refundAtProvider(app, { payment_intent: paymentIntentId, amount: '1000' })
  await app.settle()
  await app.run('reconcile-payments')
  const refunds = (await listNotifications(member)).filter(({ title }) => title.startsWith('Refund'))
  expect(refunds.map(({ text }) => text)).toEqual(['We’ve refunded £10.00 of what you paid for MY FUTURE WEEK.'])
})

test('if a package starts later, the member is notified of its purchase, start and end, once each', async () => {
  const { member, id } = await buy(app, { start: 'later' })
  const path = `/portal/packages/${await findPackageId(id)}`
  expect((await listNotifications(member)).map(({ text }) => text)).toEqual([
    expect.stringContaining('MY FUTURE WEEK starts on '),
  ])
  await app.jump({ days: 15 })
  for (let time = 0; time < 2; time += 1) await app.run('notify-package-dates')
  expect((await listNotifications(await app.returning(member))).map(({ title }) => title)).toEqual([
    'Your package has started',
    'Package bought',
  ])
  await app.jump({ days: 8 })
  for (let time = 0; time < 2; time += 1) await app.run('notify-package-dates')
  const [end, start] = await listNotifications(await app.returning(member))
  expect(end).toMatchObject({ title: 'Your package has ended', path })
  expect(end?.text).toMatch(/^MY FUTURE WEEK ended on /)
  expect(start).toMatchObject({ title: 'Your package has started', path })
})

test('no notification is sent about the start or end of a cancelled package that started immediately', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 1 })
  await app.rows('update entitlement set cancelled_at = $2 where id = $1', entitlementId, app.clock.now())
  await app.jump({ days: 2 })
  await app.run('notify-package-dates')
  expect(await listNotifications(await app.returning(member))).toEqual([])
})

test('if a package is extended after its end, the member is notified of the new end date too', async () => {
  const { member, entitlementId } = await memberWithPackage(app, { days: 1 })
  await app.jump({ days: 2 })
  await app.run('notify-package-dates')
  await app.rows(
    'update entitlement set ends_at = $2, bought_until = ends_at, is_end_notified = false where id = $1',
    entitlementId,
    new Date(app.clock.now().getTime() + 86_400_000),
  )
  await app.run('notify-package-dates')
  await app.jump({ days: 2 })
  await app.run('notify-package-dates')
  const titles = (await listNotifications(await app.returning(member))).map(({ title }) => title)
  expect(titles).toEqual(['Your package has ended', 'Your package has ended'])
})

test('the member is notified of each month, the cancellation and the end of a subscription', async () => {
  const member = await app.quickMember()
  const { id } = await subscribe(app, member)
  await app.jump({ days: 32 })
  await app.run('notify-package-dates')
  const renewed = await app.returning(member)
  expect((await listNotifications(renewed)).map(({ title }) => title)).toEqual(['Package renewed', 'Package bought'])
  await renewed.post(`/api/subscriptions/${id}/cancellation`)
  await app.settle()
  await app.jump({ days: 32 })
  await app.run('notify-package-dates')
  const [end, cancelled] = await listNotifications(await app.returning(member))
  expect(end).toMatchObject({ title: 'Your package has ended' })
  expect(cancelled).toMatchObject({
    title: 'Subscription cancelled',
    text: 'MY FUTURE X: You won’t be charged again.',
    path: '/portal/packages',
  })
})

test('each starter notification disappears once its task is done', async () => {
  const member = await app.quickMember()
  expect(await readStarters(member)).toEqual({ remaining: starterTitles, unread: 4 })
  await buy(app, { member })
  expect(await readStarters(member)).toEqual({
    remaining: ['Complete your profile', 'Book your first session'],
    unread: 3,
  })
  await member.send('PATCH', '/api/account', { mobile: '+447700900123' })
  expect(await readStarters(member)).toEqual({ remaining: ['Book your first session'], unread: 2 })
  const entitlementId = await givenPackage(app, member.id)
  const { status } = await book(member, { entitlementId, startsAt: hoursAhead(app, 48) })
  expect([status, (await readStarters(member)).remaining]).toEqual([200, []])
})

test('no starter notifications are created for tasks done before the bell was first opened', async () => {
  const member = await app.quickMember()
  const entitlementId = await givenPackage(app, member.id)
  await book(member, { entitlementId, startsAt: hoursAhead(app, 72) })
  expect((await readStarters(member)).remaining).toEqual(starterTitles.slice(0, 3))
  expect((await readStarters(member)).remaining).toEqual(starterTitles.slice(0, 3))
})
