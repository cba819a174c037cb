import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { Sandbox } from '../start-sandbox.ts'
import { catchError, pay, runSandbox, runWithProduct } from '../testing/sandbox-test.ts'

async function control(sandbox: Sandbox, route: string, body?: object) {
  const [method = '', path = ''] = route.split(' ')
  const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
  const response = await fetch(`${sandbox.url}/_sandbox${path}`, init)
  return { status: response.status, body: await response.json() }
}

test('the control API arms faults and lists calls and objects', async () => {
  const { sandbox, stripe } = await runSandbox()
  await control(sandbox, 'POST /faults', { mode: '500_before', path: '/v1/customers', count: 2 })
  expect(await catchError(stripe.customers.create({ name: 'Ada' }))).toMatchObject({ statusCode: 500 })
  expect((await control(sandbox, 'GET /faults')).body).toMatchObject([{ mode: '500_before', count: 1 }])
  await control(sandbox, 'DELETE /faults')
  const { id } = await stripe.customers.create({ name: 'Ada' })

  expect((await control(sandbox, 'GET /objects?kind=customer')).body).toMatchObject([{ id }])
  expect((await control(sandbox, 'GET /exchanges')).body).toMatchObject([
    { operation: 'Customer.create', status: 500, fault: '500_before', parameters: { name: 'Ada' } },
    { operation: 'Customer.create', status: 200, fault: null },
  ])
  expect((await control(sandbox, 'GET ')).body).toMatchObject({ exchanges: 2, faults: [], disturbances: [] })
})

test('the control API holds, releases and redelivers events', async () => {
  const { sandbox, stripe, product } = await runWithProduct()
  await control(sandbox, 'POST /disturbances', [{ hold: true }])
  await stripe.customers.create({})
  await control(sandbox, 'POST /idle')
  expect(product.received).toEqual([])
  await control(sandbox, 'POST /release', { order: 'newest-first' })
  expect(product.received).toHaveLength(1)
  const redelivery = await control(sandbox, 'POST /redeliver', { event: product.received[0]?.id })
  expect(redelivery.body).toEqual({ isConfirmed: true, text: '200' })
  expect((await control(sandbox, 'GET /deliveries')).body).toMatchObject([{ state: 'delivered' }])
  await control(sandbox, 'DELETE /disturbances')
  expect(sandbox.disturbances()).toEqual([])
})

test('the control API slows the bank and settles payments', async () => {
  const { sandbox, stripe } = await runSandbox()
  await control(sandbox, 'POST /bank', { slow: true })
  const { id, status } = await pay(stripe)
  expect(status).toBe('processing')
  expect((await control(sandbox, 'POST /settle')).body).toEqual({ settled: 1 })
  expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
})

test('the control API settles and fails refunds and decides disputes', async () => {
  const { sandbox, stripe } = await runSandbox()
  const { id: payment_intent } = await pay(stripe, 'pendingRefund')
  const refund = await stripe.refunds.create({ payment_intent })
  expect((await control(sandbox, 'POST /settle-refunds')).body).toEqual({ settled: 1 })
  const failed = await control(sandbox, 'POST /fail-refund', { refund: refund.id })
  expect(failed.body).toMatchObject({ id: refund.id, status: 'failed' })
  expect((await control(sandbox, 'POST /fail-refund', { refund: refund.id })).status).toBe(400)

  await pay(stripe, 'createDispute')
  const { data } = await stripe.disputes.list()
  const decision = { dispute: data[0]?.id, verdict: 'won' }
  expect((await control(sandbox, 'POST /disputes', decision)).body).toMatchObject({ status: 'won' })
  expect((await control(sandbox, 'POST /disputes', { ...decision, verdict: 'perhaps' })).status).toBe(400)
})

test('invalid control requests are refused with the right status', async () => {
  const { sandbox } = await runSandbox()
  expect((await control(sandbox, 'POST /faults', { mode: 'explode' })).status).toBe(400)
  expect((await control(sandbox, 'POST /redeliver', { event: 'evt_none' })).status).toBe(404)
  expect((await control(sandbox, 'GET /nothing')).status).toBe(404)
  const notJson = await fetch(`${sandbox.url}/_sandbox/faults`, { method: 'POST', body: '{' })
  expect(notJson.status).toBe(400)
})

function fetchStatus(sandbox: Sandbox, path: string, headers: Record<string, string>, method = 'GET') {
  const { port } = new URL(sandbox.url)
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.on('error', reject).end()
  })
}

test("requests from remote clients, other sites' pages and rebound hosts are refused", async () => {
  const { sandbox } = await runSandbox()
  const { port } = new URL(sandbox.url)
  const statusWith = (headers: Record<string, string>) => fetchStatus(sandbox, '/_sandbox', headers)
  expect(await statusWith({})).toBe(200)
  expect(await statusWith({ host: `localhost:${port}` })).toBe(200)
  expect(await statusWith({ origin: 'http://localhost:5001' })).toBe(403)
  expect(await statusWith({ host: 'evil.example' })).toBe(403)
  expect(await statusWith({ 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  expect(await statusWith({ forwarded: 'for=203.0.113.9' })).toBe(403)
})

test("only the sandbox's own pages may call the control API from a browser", async () => {
  const { sandbox } = await runSandbox()
  const { port } = new URL(sandbox.url)
  const ownHeaders = { host: `localhost:${port}`, origin: `http://localhost:${port}`, 'sec-fetch-site': 'same-origin' }
  const settle = (headers: Record<string, string>) => fetchStatus(sandbox, '/_sandbox/settle', headers, 'POST')
  expect(await settle(ownHeaders)).toBe(200)
  expect(await settle({ ...ownHeaders, origin: 'http://localhost:5001' })).toBe(403)
  expect(await settle({ ...ownHeaders, origin: `https://localhost:${port}` })).toBe(403)
  expect(await settle({ ...ownHeaders, origin: `http://127.0.0.1:${port}` })).toBe(403)
  expect(await settle({ ...ownHeaders, origin: 'null' })).toBe(403)
  expect(await settle({ ...ownHeaders, 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await settle({ ...ownHeaders, 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await settle({ ...ownHeaders, 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  const rebound = { ...ownHeaders, host: `evil.example:${port}`, origin: `http://evil.example:${port}` }
  expect(await settle(rebound)).toBe(403)
})

test('the control page is served only locally and cannot be framed', async () => {
  const { sandbox } = await runSandbox()
  const page = await fetch(`${sandbox.url}/`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'/)
  expect(policy).toContain("frame-ancestors 'none'")
  // Links from the product's pages may open it.
  expect(await fetchStatus(sandbox, '/', { 'sec-fetch-site': 'cross-site' })).toBe(200)
  expect(await fetchStatus(sandbox, '/', { 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  expect(await fetchStatus(sandbox, '/', { host: 'pay.example' })).toBe(403)
})

test('a list can be limited to the latest entries', async () => {
  const { sandbox, stripe } = await runSandbox()
  for (const name of ['Ada', 'Grace']) await stripe.customers.create({ name })
  const { body } = await control(sandbox, 'GET /exchanges?limit=1')
  expect(body).toMatchObject([{ parameters: { name: 'Grace' } }])
})

test('a listener receives calls until it unsubscribes', async () => {
  const { sandbox, stripe } = await runSandbox()
  const operations: (string | null)[] = []
  const stop = sandbox.onExchange(({ operation }) => operations.push(operation))
  await stripe.customers.create({})
  stop()
  await stripe.customers.create({})
  expect(operations).toEqual(['Customer.create'])
})
