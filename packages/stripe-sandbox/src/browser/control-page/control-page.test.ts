import { expect, test } from 'vitest'
import { describeFaults, describeWebhookFaults, readDisturbance, readFault } from './control-forms.ts'
import {
  describeDispute,
  describeEvent,
  describeExchange,
  describePayment,
  describeSubscription,
} from './describe-rows.ts'

const object = { id: 'x_1', created: 1_800_000_000, amount: 11880, currency: 'gbp' }

function formWith(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test('a payment is shown with its amount, description and status', () => {
  const described = { description: 'WEEK', payment_method_types: ['card', 'paypal'] }
  expect(describePayment({ ...object, ...described, status: 'requires_payment_method' })).toEqual({
    id: 'x_1',
    created: 1_800_000_000,
    title: '£118.80',
    detail: 'WEEK · card or paypal · x_1',
    state: 'requires payment method',
    tone: 'open',
    actions: [],
  })
})

test('a subscription is shown with its price, or with its name if it has none', () => {
  const items = { data: [{ price: { unit_amount: 3480, currency: 'gbp' } }] }
  expect(describeSubscription({ ...object, status: 'active', items })).toMatchObject({ title: '£34.80', tone: 'good' })
  expect(describeSubscription({ ...object, status: 'past_due' })).toMatchObject({ title: 'Subscription', tone: 'bad' })
})

test('only an open dispute can be decided', () => {
  const open = describeDispute({ ...object, status: 'needs_response', reason: 'product_not_received' })
  expect(open.detail).toBe('product not received · x_1')
  expect(open.actions.map(({ route, body }) => [route, body])).toEqual([
    ['POST /_sandbox/disputes', { dispute: 'x_1', verdict: 'won' }],
    ['POST /_sandbox/disputes', { dispute: 'x_1', verdict: 'lost' }],
  ])
  expect(describeDispute({ ...object, status: 'lost' }).actions).toEqual([])
})

test('an event is shown with its delivery state and can be resent', () => {
  const event = { ...object, id: 'evt_1', type: 'charge.succeeded' }
  const row = describeEvent(event, { event: 'evt_1', state: 'pending', attempts: 3, lastAnswer: '500' })
  const detail = 'last response: 500 · 3 attempts · evt_1'
  expect(row).toMatchObject({ title: 'charge.succeeded', detail, tone: 'open' })
  expect(row.actions).toMatchObject([{ route: 'POST /_sandbox/redeliver', body: { event: 'evt_1' } }])
  expect(describeEvent(event, undefined)).toMatchObject({ state: 'not sent', actions: [] })
})

test('an API call is shown with its caller and its error', () => {
  const call = { requestId: 'req_1', method: 'POST', path: '/v1/refunds', isReplay: false }
  const fine = { ...call, caller: 'secret-key', status: 200, fault: null }
  expect(describeExchange(fine)).toMatchObject({ title: 'POST /v1/refunds', state: '200', tone: 'good' })
  const cut = { ...call, caller: 'publishable-key', status: null, fault: 'drop_after' }
  const detail = 'from a browser · fault: drop_after · req_1'
  expect(describeExchange(cut)).toMatchObject({ detail, state: 'connection cut', tone: 'bad' })
})

test("every field of the control forms is converted to the control API's format", () => {
  const fault = { mode: 'slow_after', method: '*', path: '*', count: 2, milliseconds: 5000 }
  expect(readFault(formWith({ mode: 'slow_after', method: '*', path: '', count: '2', seconds: '5' }))).toEqual(fault)
  expect(readDisturbance(formWith({ kind: 'hold', types: '', amount: '3' }))).toEqual({ hold: true })
  const dropped = { types: ['a.b', 'c.d'], drop: true }
  expect(readDisturbance(formWith({ kind: 'drop', types: 'a.b, c.d', amount: '3' }))).toEqual(dropped)
  expect(readDisturbance(formWith({ kind: 'delay', amount: '3' }))).toEqual({ delayMilliseconds: 3000 })
  expect(readDisturbance(formWith({ kind: 'duplicate', amount: '3' }))).toEqual({ duplicates: 3 })
})

test('active faults and disturbances are described in plain text', () => {
  expect(describeFaults([])).toBe('No faults set.')
  expect(describeFaults([{ mode: 'drop_after', method: '*', path: '/v1/refunds', count: 2 }])).toBe(
    'Faults set: connection cut after everything is done on any call to /v1/refunds, 2 times.',
  )
  expect(describeWebhookFaults([])).toBe('Webhooks are sent immediately.')
  const several = [{ types: ['a.b'], hold: true }, { drop: true }, { delayMilliseconds: 2000 }, { duplicates: 3 }]
  expect(describeWebhookFaults(several)).toBe(
    'Disruptions: a.b held back; every event dropped; every event delayed by 2 s; every event sent 3 extra times.',
  )
})
