import { expect, test } from 'vitest'
import { until } from '../../support/app/until.ts'
import { expectAcknowledged } from '../../support/proof/expect-acknowledged.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { openBusiness, simulateBusiness } from '../../support/proof/simulate-business.ts'
import { isStressTest, stressTestSize } from '../../support/proof/stress-test-size.ts'
import { startCrashablePostgres } from '../../support/site/crashable-postgres.ts'
import { requirePostgres } from '../../support/site/find-program.ts'
import { freePorts } from '../../support/site/processes.ts'
import { providerKeys } from '../../support/site/start-provider.ts'

/** R1 in docs/promises.md: the site, and sometimes its database, is killed at random moments during checkouts. */

const kills = stressTestSize('KILLS', 2)
const DATABASE_DIES_EVERY = 10
const CLIENTS = isStressTest ? 50 : 6
const LONGEST_LIFE_MS = 2_000

test('repeatedly killing the site with kill -9 during checkouts neither loses nor duplicates a purchase', async () => {
  await using world = await openWorld()
  const { places, database } = world
  const { done: starts, ...acknowledged } = await simulateBusiness(places, {
    atOnce: CLIENTS,
    during: () => killRepeatedly(world),
  })

  await until(async () => (await paidButPending(world)).length === 0)
  await expectAcknowledged(database, acknowledged)
  // Each client completed at least one checkout.
  expect(acknowledged.purchases.length).toBeGreaterThanOrEqual(CLIENTS)
  const slowest = Math.round(Math.max(...starts))
  const deaths = `site killed ${kills} times, its database ${Math.floor(kills / DATABASE_DIES_EVERY)} times`
  const acknowledgedText = `${acknowledged.purchases.length} purchases acknowledged to ${CLIENTS} clients`
  recordMeasurement('R1', `${deaths}; ${acknowledgedText}: none lost, duplicated, or paid without a package`, '0')
  const median = Math.round(starts.toSorted((first, second) => first - second)[Math.floor(starts.length / 2)] ?? 0)
  recordMeasurement('R1', `answered again after ${median} ms (median), ${slowest} ms at most`, '3 s')
  if (isStressTest) expect(slowest).toBeLessThan(3_000)
})

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld() {
  await using opening = new AsyncDisposableStack()
  const postgres = startCrashablePostgres(requirePostgres())
  opening.defer(postgres.stop)
  const [port = 0] = await freePorts(1)
  const siteUrl = `http://localhost:${port}`
  const business = opening.use(await openBusiness({ siteUrl, ports: [port], databaseUrl: postgres.url }))
  const resources = opening.move()
  return { ...business, postgres, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** @returns how many milliseconds each start took until the site responded */
async function killRepeatedly({ postgres, processes, places }: World): Promise<number[]> {
  const starts: number[] = []
  for (let number = 1; number <= kills; number += 1) {
    const killAt = performance.now() + Math.random() * LONGEST_LIFE_MS
    await until(() => performance.now() > killAt)
    if (number % DATABASE_DIES_EVERY === 0) await postgres.killAndRestart()
    await processes.sites[0]?.kill()
    const killedAt = performance.now()
    const started = processes.startAgain(0)
    const answers = async () => (await fetch(`${places.siteUrl}/readyz`).catch(() => undefined))?.ok
    await Promise.race([until(answers, 10), started])
    starts.push(performance.now() - killedAt)
    await started
  }
  return starts
}

/** Lists purchases that are paid at Stripe but still pending here. */
async function paidButPending({ database, places }: World): Promise<string[]> {
  const { rows } = await database.pool.query(
    "select id, payment_intent_id from purchase where status = 'pending' and payment_intent_id is not null",
  )
  const headers = { authorization: `Bearer ${providerKeys.secretKey}` }
  const pendingIds = await Promise.all(
    rows.map(async ({ id, payment_intent_id }) => {
      const response = await fetch(`${places.sandboxUrl}/v1/payment_intents/${payment_intent_id}`, { headers })
      return (await response.json()).status === 'succeeded' ? [id] : []
    }),
  )
  return pendingIds.flat()
}
