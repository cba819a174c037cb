import { expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres } from '#platform/server/db/temporary-postgres.ts'
import { givenBookableConsultant } from '../support/bookable-consultants.ts'
import { openForBusiness } from '../support/day-of-business.ts'
import { expectKept } from '../support/kept.ts'
import { startMortalPostgres } from '../support/mortal-postgres.ts'
import { noteFigure } from '../support/note-figure.ts'
import { portsFor, startProcesses } from '../support/processes.ts'
import { isLongProof, proofSize } from '../support/proof-size.ts'
import { providerKeys, startProvider } from '../support/start-provider.ts'

/** SECURITY R1: the site dies at any moment, and now and then its database, while people check out. */

const kills = proofSize('KILLS', 3)
const DATABASE_DIES_EVERY = 10
const CLIENTS = isLongProof ? 50 : 6
const LONGEST_LIFE_MS = 2_000

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('A server that dies needs one: npm run test:postgres')

test('killed again and again while people check out, the site loses nothing and gives nothing twice', {
  timeout: 3_600_000,
}, async () => {
  await using world = await openWorld()
  const { places, database } = world
  let isOver = false
  const business = openForBusiness(places, { atOnce: CLIENTS, isOver: () => isOver })
  const killing = killAgainAndAgain(world)
  killing.catch(() => {})
  await Promise.race([business, killing]).finally(() => {
    isOver = true
  })
  const told = await business
  const starts = await killing

  await vi.waitUntil(async () => (await paidButPending(world)).length === 0, { timeout: 60_000 })
  await expectKept(database, told)
  // Whoever had begun came to their end.
  expect(told.purchases.length).toBeGreaterThanOrEqual(CLIENTS)
  const slowest = Math.round(Math.max(...starts))
  const deaths = `site killed ${kills} times, its database ${Math.floor(kills / DATABASE_DIES_EVERY)} times`
  const kept = `${told.purchases.length} purchases acknowledged to ${CLIENTS} clients`
  noteFigure('R1', `${deaths}; ${kept}: none lost, doubled, or paid and not given`, '0')
  const usual = Math.round(starts.toSorted((one, other) => one - other)[Math.floor(starts.length / 2)] ?? 0)
  noteFigure('R1', `answered again after ${usual} ms as a rule, ${slowest} ms at most`, '3 s')
  if (isLongProof) expect(slowest).toBeLessThan(3_000)
})

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld() {
  await using opening = new AsyncDisposableStack()
  const postgres = startMortalPostgres(binaries as string)
  opening.defer(postgres.stop)
  const [port = 0] = await portsFor(1)
  const siteUrl = `http://localhost:${port}`
  const provider = await startProvider(siteUrl)
  opening.defer(() => void provider.stop())
  const processes = await startProcesses([port], {
    DATABASE_URL: postgres.url,
    PUBLIC_URL: siteUrl,
    TRUST_PROXY: '127.0.0.1',
    ...provider.environment,
  })
  opening.defer(processes.end)
  const database = await openDatabase({ url: postgres.url })
  opening.defer(database.close)
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  for (let each = 0; each < 20; each += 1) await givenBookableConsultant({ database, rows })
  const opened = opening.move()
  const places = { siteUrl, sandboxUrl: provider.url }
  return { postgres, processes, database, places, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** @returns after how many milliseconds each start answered whoever asked */
async function killAgainAndAgain({ postgres, processes, places }: World): Promise<number[]> {
  const starts: number[] = []
  for (let number = 1; number <= kills; number += 1) {
    const until = performance.now() + Math.random() * LONGEST_LIFE_MS
    await vi.waitUntil(() => performance.now() > until, { timeout: LONGEST_LIFE_MS * 5 })
    if (number % DATABASE_DIES_EVERY === 0) await postgres.killAndRestart()
    await processes.sites[0]?.kill()
    const diedAt = performance.now()
    const started = processes.startAgain(0)
    const answers = async () => (await fetch(`${places.siteUrl}/readyz`).catch(() => undefined))?.ok
    await Promise.race([vi.waitUntil(answers, { interval: 10, timeout: 60_000 }), started])
    starts.push(performance.now() - diedAt)
    await started
  }
  return starts
}

/** Purchases that the provider has money for, and that nobody here knows of yet. */
async function paidButPending({ database, places }: World): Promise<string[]> {
  const { rows } = await database.pool.query(
    "select id, payment_intent_id from purchase where status = 'pending' and payment_intent_id is not null",
  )
  const headers = { authorization: `Bearer ${providerKeys.secretKey}` }
  const found = await Promise.all(
    rows.map(async ({ id, payment_intent_id }) => {
      const response = await fetch(`${places.sandboxUrl}/v1/payment_intents/${payment_intent_id}`, { headers })
      return (await response.json()).status === 'succeeded' ? [id] : []
    }),
  )
  return found.flat()
}
