import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { declareCancellation, listOutcomes, readOrderReference } from '#tests/support/given/cancellations.ts'
import { emailsTo } from '#tests/support/given/received-emails.ts'
import { buy, emailSubjectsTo, readRecords, refundsAtProvider } from '#tests/support/given/refunds.ts'
import { listPaidMonths, newSubscriber, subscriptionRow } from '#tests/support/given/subscriptions.ts'

test('a package is cancelled and refunded without logging in, and the member gets the usual emails', async () => {
  await using app = await startApp()
  const { member, id, paymentIntentId } = await buy(app)
  const orderReference = `INV-${(await readOrderReference(app, id)).toUpperCase()}`
  await declareCancellation(app, {
    orderReference,
    email: ` ${member.person.email.toUpperCase()} `,
    name: 'A. LOVELACE',
  })
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 11_880 }])
  expect(await readRecords(app, id)).toMatchObject({ status: 'refunded', credited: 11_880, runs: false })
  expect(emailSubjectsTo(app, member)).toContain('[TEST] Your MY FUTURE WEEK is cancelled: £118.80 refund')
  expect(await listOutcomes(app)).toEqual([['withdrawn', 'closed']])
  expect(await emailsTo(app, 'hello@futureworld.example', 'cancellation')).toEqual([])
})

test('two confirmations at once have one effect, and a third changes nothing', async () => {
  await using app = await startApp()
  const { member, id, paymentIntentId } = await buy(app)
  const declaration = { orderReference: await readOrderReference(app, id), email: member.person.email }
  await Promise.all([declareCancellation(app, declaration), declareCancellation(app, declaration)])
  await app.settle()
  await declareCancellation(app, declaration)
  await app.settle()

  expect(refundsAtProvider(app, paymentIntentId)).toHaveLength(1)
  expect(emailSubjectsTo(app, member).filter((subject) => subject.includes('is cancelled'))).toHaveLength(1)
  const outcomes = await listOutcomes(app)
  expect(outcomes.map(([, state]) => state)).toEqual(['closed', 'closed', 'closed'])
  expect(outcomes.at(-1)).toEqual(['already-cancelled', 'closed'])
})

test('a declaration on the last evening of day 14 counts, even if it is carried out a day later', async () => {
  await using app = await startApp()
  const { member, id } = await buy(app)
  const { until } = (await member.get(`/api/purchases/${id}/withdrawal`)).body.data
  const secondsLeft = Math.floor((new Date(until).getTime() - app.clock.now().getTime()) / 1_000)
  app.clock.advance({ seconds: secondsLeft - 60 })
  const inTime = await declareCancellation(app, {
    orderReference: await readOrderReference(app, id),
    email: member.person.email,
  })
  await app.jump({ days: 1 })

  expect(inTime.status).toBe(200)
  expect(await listOutcomes(app)).toEqual([['withdrawn', 'closed']])
  const [refund] = await app.rows('select requested_at from refund where purchase_id = $1', id)
  expect(refund.requested_at.toISOString()).toBe(inTime.body.data.declaredAt)
})

test('a declaration after day 14 is left to staff', async () => {
  await using app = await startApp()
  const { member, id } = await buy(app)
  await app.jump({ days: 16 })
  await declareCancellation(app, { orderReference: await readOrderReference(app, id), email: member.person.email })
  await app.settle()

  expect(await listOutcomes(app)).toEqual([['too-late', 'new']])
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunds: null })
  const [toCompany] = await emailsTo(app, 'hello@futureworld.example', 'a cancellation needs you')
  expect(toCompany?.text).toContain('The 14 days were over.')
  expect(toCompany?.replyTo).toBe(member.person.email)
})

test('another address or name, or an unknown order, changes nothing and goes to staff', async () => {
  await using app = await startApp()
  const { member, id } = await buy(app)
  const stranger = await app.quickMember()
  const orderReference = await readOrderReference(app, id)
  await declareCancellation(app, { orderReference, email: stranger.person.email })
  await declareCancellation(app, { orderReference, email: member.person.email, name: 'Ada Byron' })
  await declareCancellation(app, { orderReference: 'fw-2026-999999', email: stranger.person.email })
  await declareCancellation(app, { email: stranger.person.email })
  await app.settle()

  expect(await listOutcomes(app)).toEqual([
    ['no-match', 'new'],
    ['no-match', 'new'],
    ['no-match', 'new'],
    ['no-match', 'new'],
  ])
  expect(await readRecords(app, id)).toMatchObject({ status: 'completed', refunds: null, runs: true })
  expect(await emailsTo(app, 'hello@futureworld.example', 'a cancellation needs you')).toHaveLength(4)
})

test('a subscription within its first 14 days is withdrawn, and ends', async () => {
  await using app = await startApp()
  const { member, id, purchaseId } = await newSubscriber(app)
  await declareCancellation(app, {
    orderReference: await readOrderReference(app, purchaseId),
    email: member.person.email,
  })
  await app.settle()

  expect(await listOutcomes(app)).toEqual([['withdrawn', 'closed']])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
})

test('a subscription stops renewing by the reference of any of its months, and keeps the paid one', async () => {
  await using app = await startApp()
  const { member, id } = await newSubscriber(app)
  await app.jump({ days: 32 })
  const [, secondMonth] = await listPaidMonths(app, id)
  const declaration = { orderReference: secondMonth?.reference, email: member.person.email }
  await declareCancellation(app, declaration)
  await app.settle()
  await declareCancellation(app, declaration)
  await app.settle()
  await app.jump({ days: 32 })

  expect(await listOutcomes(app)).toEqual([
    ['renewal-stopped', 'closed'],
    ['already-cancelled', 'closed'],
  ])
  expect(await subscriptionRow(app, id)).toMatchObject({ status: 'ended' })
  expect(await listPaidMonths(app, id)).toHaveLength(2)
  expect(emailSubjectsTo(app, member).filter((subject) => subject.includes('is cancelled'))).toHaveLength(1)
})

test('while the provider is away, the cancellation waits; a month charged meanwhile is left to staff', async () => {
  await using app = await startApp()
  const { member, id } = await newSubscriber(app)
  await app.jump({ days: 20 })
  const [firstMonth] = await listPaidMonths(app, id)
  const findSubscription = app.provider.findSubscription
  app.provider.findSubscription = async () => {
    throw new Error('The provider is away')
  }
  const declared = await declareCancellation(app, {
    orderReference: firstMonth?.reference,
    email: member.person.email,
  })
  await app.settle()
  expect(declared.status).toBe(200)
  expect(await listOutcomes(app)).toEqual([[null, 'new']])

  app.provider.findSubscription = findSubscription
  await app.jump({ days: 12 })
  await app.runJobs({ send: async (email) => void app.mails.push(email) })

  expect(await listOutcomes(app)).toEqual([['charged-since', 'new']])
  expect(await subscriptionRow(app, id)).toMatchObject({ cancels_at_period_end: true })
})
