import { expect, test } from 'vitest'
import { expectRefusal, runSandbox, runWithProduct, temporaryDataFile } from '../testing/sandbox-test.ts'
import { payInBrowser, runSubscription, seconds, startSubscription } from '../testing/subscription-test.ts'

const DAY = 24 * 60 * 60

test('advancing the clock affects all objects and survives a restart', async () => {
  const dataFile = await temporaryDataFile()
  const first = await runSandbox({ dataFile })
  const before = await first.stripe.customers.create()
  const now = first.sandbox.advanceClock({ days: 29, hours: 2, minutes: 30 })
  const after = await first.stripe.customers.create()
  expect(after.created - before.created).toBeGreaterThanOrEqual(29 * DAY + 2.5 * 60 * 60)
  await first.sandbox.close()

  const second = await runSandbox({ dataFile })
  expect(second.sandbox.clock().getTime()).toBeGreaterThanOrEqual(now.getTime())
  const last = await second.stripe.customers.create()
  expect(last.created).toBeGreaterThanOrEqual(after.created)
})

test('the clock cannot be moved backwards', async () => {
  const { sandbox } = await runSandbox()
  for (const step of [{ days: -1 }, {}, { minutes: Number.NaN }, { days: 100_000 }]) {
    expect(() => sandbox.advanceClock(step)).toThrow('forwards only')
  }
})

test('the control API shows and advances the clock', async () => {
  const { sandbox } = await runSandbox()
  const times: Date[] = []
  const stop = sandbox.onClock((now) => times.push(now))
  const ask = async (body?: object) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(`${sandbox.url}/_sandbox/clock`, init)
    return { status: response.status, body: (await response.json()) as { now: string } }
  }
  const start = (await ask()).body.now
  const moved = await ask({ days: 29 })
  expect(Date.parse(moved.body.now) - Date.parse(start)).toBeGreaterThanOrEqual(29 * DAY * 1000)
  expect(times.map((now) => now.toISOString())).toEqual([moved.body.now])
  expect((await ask({ days: -1 })).status).toBe(400)
  stop()
  sandbox.advanceClock({ minutes: 1 })
  expect(times).toHaveLength(1)
})

test('after a clock jump, webhooks have valid signatures and events are in chronological order', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  const { id: customer } = await stripe.customers.create()
  const { id } = await startSubscription(stripe, customer)
  await payInBrowser({ sandbox, stripe }, id, 'pm_card_visa')
  sandbox.advanceClock({ days: 93 })
  await sandbox.idle()

  const { data } = await stripe.events.list({ limit: 100 })
  expect(product.received).toHaveLength(data.length)
  const created = data.map((event) => event.created)
  expect(created).toEqual(created.toSorted((a, b) => b - a))
  const paid = (await stripe.invoices.list({ subscription: id, status: 'paid' })).data
  expect(paid.length).toBeGreaterThanOrEqual(3)
  for (const { created: due, status_transitions } of paid.slice(0, -1)) {
    expect(status_transitions.paid_at).toBe(due + 60 * 60)
  }
})

test('a customer with a test clock follows only that clock', async () => {
  const { sandbox, stripe, ...member } = await runSubscription()
  sandbox.advanceClock({ days: 400 })
  expect((await stripe.invoices.list({ subscription: member.id })).data).toHaveLength(1)

  const advanced = await member.advanceTo('2026-03-11T12:00:00Z')
  expect(advanced).toMatchObject({ status: 'ready', frozen_time: seconds('2026-03-11T12:00:00Z') })
  expect((await stripe.invoices.list({ subscription: member.id })).data).toHaveLength(3)
  const [ready] = (await stripe.events.list({ type: 'test_helpers.test_clock.ready' })).data
  expect(ready?.data.object).toMatchObject({ id: advanced.id })
  expect(await stripe.testHelpers.testClocks.retrieve(advanced.id)).toMatchObject(advanced)
  await expectRefusal(member.advanceTo('2026-03-11T12:00:00Z'), { param: 'frozen_time' })
})

test('an empty sandbox may start in the past and be advanced to the present', async () => {
  const { sandbox, stripe } = await runSandbox({ beginsMinutesAgo: 60 * 24 })
  const { created } = await stripe.customers.create()
  expect(Math.abs(created - (seconds(new Date().toISOString()) - DAY))).toBeLessThan(60)
  sandbox.advanceClock({ minutes: 60 * 24 })
  expect(Math.abs(sandbox.clock().getTime() - Date.now())).toBeLessThan(1_000)
})

test('a sandbox that has been used cannot start in the past', async () => {
  const dataFile = await temporaryDataFile()
  const first = await runSandbox({ dataFile })
  await first.stripe.customers.create()
  await first.sandbox.close()
  await expect(runSandbox({ dataFile, beginsMinutesAgo: 1 })).rejects.toMatchObject({ code: 'SANDBOX_USED' })
})
