import { afterAll, expect, test } from 'vitest'
import { inParallel } from '../support/app/in-parallel.ts'
import { startApp } from '../support/app/start-app.ts'
import { postEvent } from '../support/app/webhooks.ts'
import { startPaying } from '../support/given/checkout.ts'
import { completedOnce, countPurchaseRecords } from '../support/proof/purchase-records.ts'
import { createRandom } from '../support/proof/random.ts'
import { isStressTest, stressTestSize } from '../support/proof/stress-test-size.ts'

const events = stressTestSize('EVENTS', 120)
const AT_ONCE = 50
const TIMES = 5

const app = await startApp()
afterAll(app.close)

test('events delivered up to five times, in any order, activate each purchase once', async () => {
  app.sandbox.disturbWebhooks({ drop: true })
  let purchases = 0
  while (app.sandbox.objects('event', events).length < events) {
    await Promise.all(Array.from({ length: 10 }, payOnce))
    purchases += 10
  }

  const all = app.sandbox.objects('event', events).map((event) => JSON.stringify(event))
  const deliveries = shuffled(all, events)
  const durations: number[] = []
  const answers = await inParallel(deliveries, AT_ONCE, async (event) => {
    const start = performance.now()
    const { status } = await postEvent(app, event)
    durations.push(performance.now() - start)
    return status
  })
  await app.settle()

  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await app.rows('select count(*)::int as events from stripe_event')).toEqual([{ events: all.length }])
  expect(await app.rows('select * from stripe_event where handled_at is null')).toEqual([])
  expect(await countPurchaseRecords(app)).toEqual(Array(purchases).fill(completedOnce))
  const numbers = (await app.rows('select number from document order by number')).map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  if (isStressTest) reportTimes(durations)
})

/** Pays as a new member each time, because a second order for the same package would reuse the open purchase. */
async function payOnce() {
  const { clientSecret } = await startPaying(await app.quickMember())
  await app.pay(clientSecret)
}

/** Repeats each item one to five times and shuffles them all in a reproducible order. */
function shuffled(items: string[], seed: number): string[] {
  const dice = createRandom(seed)
  const repeated = items.flatMap((item) => Array<string>(1 + dice.whole(TIMES)).fill(item))
  return repeated
    .map((item) => ({ item, place: dice.whole(1_000_000) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

function reportTimes(durations: number[]) {
  const sorted = durations.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  process.stdout.write(`${durations.length} deliveries, ${AT_ONCE} at once: p99 ${p99.toFixed(0)} ms\n`)
  expect(p99).toBeLessThan(500)
}
