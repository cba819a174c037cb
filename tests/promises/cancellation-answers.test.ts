import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../support/app/start-app.ts'
import { declareCancellation, listOutcomes, readOrderReference } from '../support/given/cancellations.ts'
import { buy, refundsAtProvider } from '../support/given/refunds.ts'
import { recordMeasurement } from '../support/proof/record-measurement.ts'
import { isStressTest, stressTestSize } from '../support/proof/stress-test-size.ts'

const orders = stressTestSize('ORDERS', 4)
/** As often as one address may declare in a day. */
const ATTEMPTS = 5

const app = await startApp()
afterAll(app.close)

/** Answers without what was typed and when, and the milliseconds each took. */
async function declare(details: { orderReference: string; email: string }) {
  const startedAt = performance.now()
  const { status, body, headers } = await declareCancellation(app, details)
  const milliseconds = performance.now() - startedAt
  const { declaredAt: _, orderReference: __, email: ___, ...data } = body.data
  const names = Object.keys(headers).sort()
  return { answer: JSON.stringify({ status, ...body, data, names }), milliseconds }
}

test('people who declare cannot tell from answer or time whether there is such an order', async () => {
  const known = []
  for (let order = 0; order < orders; order += 1) {
    const { member, id } = await buy(app)
    known.push({ orderReference: await readOrderReference(app, id), email: member.person.email })
  }
  const answers = { known: [] as string[], unknown: [] as string[] }
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    for (const [index, order] of known.entries()) {
      const unknown = { orderReference: `fw-2020-${index + 1}`, email: `${index}@nobody.example` }
      for (const [kind, details] of [
        ['known', order],
        ['unknown', unknown],
      ] as const) {
        const { answer, milliseconds } = await declare(details)
        answers[kind].push(answer)
        times[kind].push(milliseconds)
      }
    }
    await app.settle()
  }

  expect(new Set([...answers.known, ...answers.unknown]).size).toBe(1)
  const [knownMs, unknownMs] = [median(times.known), median(times.unknown)]
  const difference = Math.abs(knownMs - unknownMs)
  recordMeasurement(
    'S3',
    `${times.known.length} cancellations of known and unknown orders each: 1 answer, medians ${knownMs.toFixed(1)} and ${unknownMs.toFixed(1)} ms`,
    'equal; medians differ by <= 2 ms or 10 %',
  )
  if (isStressTest) expect(difference).toBeLessThanOrEqual(Math.max(2, unknownMs / 10))
  // Each order was cancelled once, and every declaration of an unknown one waits for staff.
  const outcomes = (await listOutcomes(app)).map(([outcome]) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'withdrawn')).toHaveLength(orders)
  expect(outcomes.filter((outcome) => outcome === 'no-match')).toHaveLength(times.unknown.length)
})

test('confirming many times at once, on the page, here and in the portal, refunds once', async () => {
  const races = stressTestSize('RACES', 4)
  for (let race = 0; race < races; race += 1) {
    const { member, id, paymentIntentId } = await buy(app)
    const details = { orderReference: await readOrderReference(app, id), email: member.person.email }
    const page = randomUUID()
    await Promise.all([
      ...[1, 2].map(() => declareCancellation(app, { ...details, id: page })),
      declareCancellation(app, details),
      app.settle(),
      member.post(`/api/purchases/${id}/withdrawal`, { expectedRefund: 11_880 }),
      app.settle(),
    ])
    await app.settle()
    expect(refundsAtProvider(app, paymentIntentId)).toMatchObject([{ amount: 11_880 }])
    const waiting = await app.rows(
      `select outcome from cancellation where order_reference = $1 and outcome is distinct from 'withdrawn'
       and outcome is distinct from 'already-cancelled'`,
      details.orderReference,
    )
    expect(waiting).toEqual([])
  }
  recordMeasurement('R5', `${races} contracts cancelled four times at once: 1 refund each`, '1')
})

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
