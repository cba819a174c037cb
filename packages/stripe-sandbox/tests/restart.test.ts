import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSandbox } from '../src/start-sandbox.ts'
import {
  answerBank,
  getPageUrl,
  paid,
  pay,
  publishableKey,
  runProduct,
  runSandbox,
  sdkFor,
  secretKey,
  temporaryDataFile,
  webhookSecret,
} from '../src/testing/sandbox-test.ts'

test('after a restart objects, idempotent answers and pending authentications are kept', async () => {
  const dataFile = await temporaryDataFile()
  const first = await runSandbox({ dataFile })
  const { id } = await first.stripe.paymentIntents.create(paid, { idempotencyKey: 'purchase-7' })
  const asking = await pay(first.stripe, 'authenticationRequired')
  await first.sandbox.close()

  const second = await runSandbox({ dataFile })
  expect(await second.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount: 11880 })
  const again = await second.stripe.paymentIntents.create(paid, { idempotencyKey: 'purchase-7' })
  expect(again.id).toBe(id)
  await answerBank(second.sandbox.url + new URL(getPageUrl(asking)).pathname, 'complete')
  expect((await second.stripe.paymentIntents.retrieve(asking.id)).status).toBe('succeeded')
})

test('a pending refund is settled after a restart', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const dataFile = await temporaryDataFile()
    const first = await runSandbox({ dataFile })
    const { id: payment_intent } = await pay(first.stripe, 'pendingRefund')
    const { id } = await first.stripe.refunds.create({ payment_intent })
    await first.sandbox.close()
    vi.advanceTimersByTime(60_000)

    const second = await runSandbox({ dataFile })
    expect((await second.stripe.refunds.retrieve(id)).status).toBe('pending')
    vi.advanceTimersByTime(5000)
    expect((await second.stripe.refunds.retrieve(id)).status).toBe('succeeded')
  } finally {
    vi.useRealTimers()
  }
})

test('the bank settles 1,001 waiting payments and 1,001 waiting refunds', async () => {
  const dataFile = await temporaryDataFile()
  const first = await runSandbox({ dataFile })
  const { id: payment_intent } = await pay(first.stripe, 'pendingRefund')
  await first.stripe.refunds.create({ payment_intent })
  first.sandbox.slowBank(true)
  const { id } = await first.stripe.paymentIntents.create(paid)
  await first.sandbox.close()
  // A thousand copies of each, because as many calls to the API would take long.
  const database = new DatabaseSync(dataFile)
  database.exec(`
    with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 1000)
    insert into objects (id, object, created, body, notes)
    select id || number, object, created, replace(body, id, id || number), notes from objects, numbers
    where id = '${id}' or object = 'refund'
  `)
  database.close()

  const second = await runSandbox({ dataFile })
  expect([second.sandbox.settlePayments(), second.sandbox.settlePayments()]).toEqual([1001, 0])
  expect([second.sandbox.settleRefunds(), second.sandbox.settleRefunds()]).toEqual([1001, 0])
})

test('after a restart unconfirmed events are delivered and confirmed ones are not', async () => {
  const dataFile = await temporaryDataFile()
  const product = await runProduct()
  const webhook = { url: product.url, secret: webhookSecret, retryDelays: [1] }
  const first = await runSandbox({ dataFile, webhook })
  await first.stripe.customers.create({ name: 'confirmed' })
  await first.sandbox.idle()
  first.sandbox.disturbWebhooks({ delayMilliseconds: 60_000 })
  await first.stripe.customers.create({ name: 'too late' })
  first.sandbox.disturbWebhooks({ hold: true })
  await first.stripe.customers.create({ name: 'waiting' })
  await first.sandbox.close()

  const second = await runSandbox({ dataFile, webhook })
  expect(second.sandbox.deliveries().map(({ state }) => state)).toEqual(['delivered', 'pending', 'held'])
  await second.sandbox.releaseWebhooks()
  const names = product.received.map(({ data }) => (data.object as { name?: string }).name)
  expect(names).toEqual(['confirmed', 'waiting'])
})

test('closing does not wait for a webhook endpoint that does not answer', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/webhook`
  const { sandbox, stripe } = await runSandbox({ webhook: { url, secret: webhookSecret } })
  const arrived = once(silent, 'connection')
  await stripe.customers.create({})
  await arrived
  const startedAt = performance.now()
  await sandbox.close()
  // The delivery itself would time out after ten seconds.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
})

test('a second sandbox on the same data file is refused', async () => {
  const dataFile = await temporaryDataFile()
  await runSandbox({ dataFile })
  await expect(startSandbox({ port: 0, dataFile, secretKey, publishableKey })).rejects.toMatchObject({
    code: 'SANDBOX_DATA_IN_USE',
    message: expect.stringContaining(dataFile),
  })
})

test('a second program on the same data file exits with a clear message', async () => {
  const dataFile = await temporaryDataFile()
  await runSandbox({ dataFile })
  const { stderr, code } = await runProgram({ ...settings, SANDBOX_DATA_FILE: dataFile })
  expect([stderr.trim(), code]).toEqual([
    `The sandbox data file ${dataFile} is in use by another process. Stop that process or choose another file.`,
    1,
  ])
})

test('a port in use fails with its system code and does not lock the data file', async () => {
  const dataFile = await temporaryDataFile()
  const { sandbox } = await runSandbox()
  const port = Number(new URL(sandbox.url).port)
  await expect(startSandbox({ port, dataFile, secretKey, publishableKey })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await runSandbox({ dataFile })
})

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))

const settings = { SANDBOX_PORT: '0', SANDBOX_SECRET_KEY: secretKey, SANDBOX_PUBLISHABLE_KEY: publishableKey }

/** Runs the program until it exits by itself. */
async function runProgram(env: Record<string, string>) {
  const child = spawn(process.execPath, [program], { env })
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const [code] = await once(child, 'close')
  return { stderr, code }
}

async function startProgram(dataFile: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program], { env: { ...settings, SANDBOX_DATA_FILE: dataFile, ...more } })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, stripe: sdkFor({ url: String(line).match(/http:\S+/)?.[0] ?? '' }) }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

test('kill -9 loses no answered payment', async () => {
  const dataFile = await temporaryDataFile()
  const product = await runProduct()
  const environment = { SANDBOX_WEBHOOK_URL: product.url, SANDBOX_WEBHOOK_SECRET: webhookSecret }
  const first = await startProgram(dataFile, environment)
  const answered: string[] = []
  const ongoing = Array.from({ length: 4 }, async () => {
    // Each worker runs until the connection breaks.
    for (;;) answered.push((await first.stripe.paymentIntents.create(paid)).id)
  })
  await expect.poll(() => answered.length).toBeGreaterThan(20)
  await end(first.child, 'SIGKILL')
  await Promise.allSettled(ongoing)

  const second = await startProgram(dataFile, environment)
  const kept = await second.stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
  expect(kept.every(({ status, latest_charge }) => status === 'succeeded' && latest_charge)).toBe(true)
  const movements = await second.stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  expect(movements).toHaveLength(kept.length)

  // Each payment has three events, and the second process delivers those that the first did not.
  const confirmed = () => new Set(product.received.map(({ id }) => id)).size
  await expect.poll(confirmed).toBe(kept.length * 3)
  expect(await end(second.child, 'SIGTERM')).toBe(0)
})

test('starting without a required setting fails and names the setting', async () => {
  const { stderr, code } = await runProgram({ SANDBOX_PORT: '0' })
  expect([stderr.trim(), code]).toEqual(['The sandbox needs the environment variable SANDBOX_DATA_FILE.', 1])
})
