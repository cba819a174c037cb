import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Stripe from 'stripe'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSandbox } from '../start-sandbox.ts'
import { publishableKey, runProduct, runSandbox, secretKey, webhookSecret } from '../testing/sandbox-test.ts'

const paid = {
  amount: 11880,
  currency: 'gbp',
  allowed_payment_method_types: ['card' as const],
  payment_method: 'pm_card_visa',
  confirm: true,
}

async function temporaryDataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'sandbox.sqlite')
}

test('after a restart everything is there: objects, answers, and the bank’s open questions', async () => {
  const dataFile = await temporaryDataFile()
  const first = await runSandbox({ dataFile })
  const { id } = await first.stripe.paymentIntents.create(paid, { idempotencyKey: 'purchase-7' })
  const asking = await first.stripe.paymentIntents.create({
    ...paid,
    payment_method: 'pm_card_authenticationRequired',
  })
  const page = asking.next_action?.use_stripe_sdk as { stripe_js: string }
  await first.sandbox.close()

  const second = await runSandbox({ dataFile })
  expect(await second.stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount: 11880 })
  const again = await second.stripe.paymentIntents.create(paid, { idempotencyKey: 'purchase-7' })
  expect(again.id).toBe(id)
  const answer = new URL(new URL(page.stripe_js).pathname, second.sandbox.url)
  await fetch(answer, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) })
  expect((await second.stripe.paymentIntents.retrieve(asking.id)).status).toBe('succeeded')
})

test('a refund that the bank still had to answer for is answered for after a restart', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  try {
    const dataFile = await temporaryDataFile()
    const first = await runSandbox({ dataFile })
    const pending = { ...paid, payment_method: 'pm_card_pendingRefund' }
    const { id: payment_intent } = await first.stripe.paymentIntents.create(pending)
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

test('events that were not confirmed arrive after a restart, and confirmed ones do not', async () => {
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

test('closing takes less than two seconds, also while the product does not answer', async () => {
  const silent = createServer()
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/webhook`
  const { sandbox, stripe } = await runSandbox({ webhook: { url, secret: webhookSecret } })
  const arrived = once(silent, 'connection')
  await stripe.customers.create({})
  await arrived
  const begun = performance.now()
  await sandbox.close()
  expect(performance.now() - begun).toBeLessThan(2000)
})

test('a second sandbox on the same data file is told so', async () => {
  const dataFile = await temporaryDataFile()
  await runSandbox({ dataFile })
  await expect(startSandbox({ port: 0, dataFile, secretKey, publishableKey })).rejects.toMatchObject({
    code: 'SANDBOX_DATA_IN_USE',
    message: expect.stringContaining(dataFile),
  })
})

test('a second program on the same data file ends with a sentence', async () => {
  const dataFile = await temporaryDataFile()
  await runSandbox({ dataFile })
  const { stderr, code } = await runProgram({ ...settings, SANDBOX_DATA_FILE: dataFile })
  expect([stderr.trim(), code]).toEqual([
    `The sandbox data file ${dataFile} is in use by another process. Stop that process or choose another file.`,
    1,
  ])
})

test('a port in use is told by its system code, and the data file stays untouched', async () => {
  const dataFile = await temporaryDataFile()
  const { sandbox } = await runSandbox()
  const port = Number(new URL(sandbox.url).port)
  await expect(startSandbox({ port, dataFile, secretKey, publishableKey })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
  await runSandbox({ dataFile })
})

const program = fileURLToPath(new URL('../main.ts', import.meta.url))

const settings = { SANDBOX_PORT: '0', SANDBOX_SECRET_KEY: secretKey, SANDBOX_PUBLISHABLE_KEY: publishableKey }

/** For a program that is expected to end by itself. */
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
  const child = spawn(process.execPath, [program], {
    env: {
      ...settings,
      SANDBOX_DATA_FILE: dataFile,
      ...more,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  const { hostname, port } = new URL(String(line).match(/http:\S+/)?.[0] ?? '')
  const stripe = new Stripe(secretKey, {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  })
  return { child, stripe }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') {
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

test('kill -9 loses nothing that was answered', async () => {
  const dataFile = await temporaryDataFile()
  const product = await runProduct()
  const environment = { SANDBOX_WEBHOOK_URL: product.url, SANDBOX_WEBHOOK_SECRET: webhookSecret }
  const first = await startProgram(dataFile, environment)
  const answered: string[] = []
  const ongoing = Array.from({ length: 4 }, async () => {
    // Each worker goes on until the line breaks.
    for (;;) answered.push((await first.stripe.paymentIntents.create(paid)).id)
  })
  await expect.poll(() => answered.length, { timeout: 10_000 }).toBeGreaterThan(20)
  await end(first.child, 'SIGKILL')
  await Promise.allSettled(ongoing)

  const second = await startProgram(dataFile, environment)
  const kept = await second.stripe.paymentIntents.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(answered))
  expect(kept.every(({ status, latest_charge }) => status === 'succeeded' && latest_charge)).toBe(true)
  const movements = await second.stripe.charges.list({ limit: 100 }).autoPagingToArray({ limit: 1000 })
  expect(movements).toHaveLength(kept.length)

  // Three events tell of each payment: what the first process had not delivered, the second one did.
  const confirmed = () => new Set(product.received.map(({ id }) => id)).size
  await expect.poll(confirmed, { timeout: 20_000 }).toBe(kept.length * 3)
  expect(await end(second.child, 'SIGTERM')).toBe(0)
}, 60_000)

test('the program names a missing setting', async () => {
  const { stderr, code } = await runProgram({ SANDBOX_PORT: '0' })
  expect([stderr.trim(), code]).toEqual(['The sandbox needs the environment variable SANDBOX_DATA_FILE.', 1])
})
