import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { errorOf, runProduct, runSandbox, webhookSecret } from '../testing/sandbox-test.ts'
import { payInBrowser, seconds, startSubscription, subscribe } from '../testing/subscription-test.ts'

const DAY = 24 * 60 * 60

test('the clock moves everything forwards, and stays there after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const dataFile = join(folder, 'sandbox.sqlite')
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

test('the clock never goes back', async () => {
  const { sandbox } = await runSandbox()
  for (const step of [{ days: -1 }, {}, { minutes: Number.NaN }, { days: 100_000 }]) {
    expect(() => sandbox.advanceClock(step)).toThrow('forwards only')
  }
})

test('the control surface shows and moves the clock', async () => {
  const { sandbox } = await runSandbox()
  const heard: Date[] = []
  const stop = sandbox.onClock((now) => heard.push(now))
  const ask = async (body?: object) => {
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
    const response = await fetch(`${sandbox.url}/_sandbox/clock`, init)
    return { status: response.status, body: (await response.json()) as { now: string } }
  }
  const start = (await ask()).body.now
  const moved = await ask({ days: 29 })
  expect(Date.parse(moved.body.now) - Date.parse(start)).toBeGreaterThanOrEqual(29 * DAY * 1000)
  expect(heard.map((now) => now.toISOString())).toEqual([moved.body.now])
  expect((await ask({ days: -1 })).status).toBe(400)
  stop()
  sandbox.advanceClock({ minutes: 1 })
  expect(heard).toHaveLength(1)
})

test('webhooks of a later time are signed now, and events keep the order of what happened', async () => {
  const product = await runProduct()
  const { sandbox, stripe } = await runSandbox({ webhook: { url: product.url, secret: webhookSecret } })
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

test('a customer with a test clock lives by it alone', async () => {
  const running = await runSandbox()
  const { sandbox, stripe } = running
  const member = await subscribe(running)
  sandbox.advanceClock({ days: 400 })
  expect((await stripe.invoices.list({ subscription: member.id })).data).toHaveLength(1)

  const advanced = await member.advanceTo('2026-03-11T12:00:00Z')
  expect(advanced).toMatchObject({ status: 'ready', frozen_time: seconds('2026-03-11T12:00:00Z') })
  expect((await stripe.invoices.list({ subscription: member.id })).data).toHaveLength(3)
  const [ready] = (await stripe.events.list({ type: 'test_helpers.test_clock.ready' })).data
  expect(ready?.data.object).toMatchObject({ id: advanced.id })
  expect(await stripe.testHelpers.testClocks.retrieve(advanced.id)).toMatchObject(advanced)
  expect(await errorOf(member.advanceTo('2026-03-11T12:00:00Z'))).toMatchObject({ param: 'frozen_time' })
})

test('the time of an empty sandbox may begin in the past, and comes to the present', async () => {
  const { sandbox, stripe } = await runSandbox({ beginsMinutesAgo: 60 * 24 })
  const { created } = await stripe.customers.create()
  expect(Math.abs(created - (seconds(new Date().toISOString()) - DAY))).toBeLessThan(60)
  sandbox.advanceClock({ minutes: 60 * 24 })
  expect(Math.abs(sandbox.clock().getTime() - Date.now())).toBeLessThan(1_000)
})

test('a sandbox that was used does not begin in the past', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const dataFile = join(folder, 'sandbox.sqlite')
  const first = await runSandbox({ dataFile })
  await first.stripe.customers.create()
  await first.sandbox.close()
  await expect(runSandbox({ dataFile, beginsMinutesAgo: 1 })).rejects.toMatchObject({ code: 'SANDBOX_USED' })
})
