import { expect, test, vi } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { findPostgres } from '#platform/server/db/temporary-postgres.ts'
import { givenBookableConsultant } from '../support/bookable-consultants.ts'
import { type Acknowledged, openForBusiness } from '../support/day-of-business.ts'
import { expectKept } from '../support/kept.ts'
import { noteFigure } from '../support/note-figure.ts'
import type { Trouble } from '../support/patient-visitor.ts'
import { startPostgresPair } from '../support/postgres-pair.ts'
import { portsFor, startProcesses } from '../support/processes.ts'
import { isLongProof, proofSize } from '../support/proof-size.ts'
import { startBalancer } from '../support/start-balancer.ts'
import { startPooler } from '../support/start-pooler.ts'
import { startProvider } from '../support/start-provider.ts'

/**
 * Processes behind a balancer, on a database with a synchronous standby behind a pooler. People register, buy and book
 * while one process after the other is killed, and then the database.
 */

const kills = proofSize('KILLS', 2)
const MILLISECONDS_BETWEEN_KILLS = isLongProof ? 10_000 : 4_000

const VISITORS = 6

/** A balancer notices after a second; whoever was being answered presses again. */
const PROCESS_WINDOW_MS = 3_000
/** The primary is missed, the standby promoted, and each connection made anew. */
const DATABASE_WINDOW_MS = 20_000

type Blow = { at: number; name: 'process' | 'database' }

const binaries = findPostgres(process.env.PATH)
if (!binaries) throw new Error('A standby needs a database server: npm run test:postgres')

test.each(isLongProof ? [2, 4] : [2])(
  '%i processes and then their database are killed, and no purchase or booking is lost or doubled',
  { timeout: 600_000 },
  async (count) => {
    await using world = await openWorld(count)
    const blows: Blow[] = []
    let isOver = false
    const business = openForBusiness(world.places, { atOnce: VISITORS, isOver: () => isOver })
    const striking = strike(world, blows)
    // Where the business fails first, that is what is told.
    striking.catch(() => {})
    await Promise.race([business, striking]).finally(() => {
      isOver = true
    })
    const told = await business

    expect(told.purchases.length).toBeGreaterThanOrEqual(VISITORS)
    await expectKept(world.database, told)
    note(count, told, blows)
    // How long a window is means something only where nothing else uses the machine.
    const troubles = isLongProof ? told.troubles : []
    for (const { at, call, word } of troubles) expect(windowsAt(blows, at), `${call} ${word}`).not.toEqual([])
  },
)

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld(count: number) {
  await using opening = new AsyncDisposableStack()
  const pair = await startPostgresPair(binaries as string)
  opening.defer(pair.stop)
  const ports = await portsFor(count)
  const balancer = await startBalancer({ sites: ports, databases: [pair.primaryPort, pair.standbyPort] })
  opening.defer(balancer.stop)
  const direct = `postgresql://futureworld@${balancer.databaseAddress}/postgres`
  const pooler = await startPooler(direct, { connections: 20 })
  opening.defer(pooler.stop)
  const provider = await startProvider(balancer.url)
  opening.defer(() => void provider.stop())
  const processes = await startProcesses(ports, {
    DATABASE_URL: pooler.address(direct),
    DATABASE_LISTEN_URL: direct,
    PUBLIC_URL: balancer.url,
    TRUST_PROXY: '127.0.0.1',
    ...provider.environment,
  })
  opening.defer(processes.end)
  const database = await openDatabase({ url: direct })
  opening.defer(database.close)
  const rows = async (sql: string, ...values: unknown[]) => (await database.pool.query(sql, values)).rows
  for (let each = 0; each < 20; each += 1) await givenBookableConsultant({ database, rows })
  const places = { siteUrl: balancer.url, sandboxUrl: provider.url }
  const opened = opening.move()
  return { pair, processes, database, places, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** One process after the other, then the database; the business goes on for a while after each. */
async function strike({ pair, processes }: World, blows: Blow[]) {
  const goOn = () => passes(MILLISECONDS_BETWEEN_KILLS)
  await goOn()
  for (let number = 0; number < kills; number += 1) {
    blows.push({ at: performance.now(), name: 'process' })
    await processes.killAndRestart(number)
    await goOn()
  }
  blows.push({ at: performance.now(), name: 'database' })
  await pair.killPrimary()
  await pair.promoteStandby()
  await passes(DATABASE_WINDOW_MS)
}

function passes(milliseconds: number) {
  const until = performance.now() + milliseconds
  return vi.waitUntil(() => performance.now() > until, { timeout: milliseconds * 2 })
}

function windowsAt(blows: Blow[], at: number): Blow[] {
  const lengthOf = ({ name }: Blow) => (name === 'process' ? PROCESS_WINDOW_MS : DATABASE_WINDOW_MS)
  return blows.filter((blow) => at >= blow.at && at <= blow.at + lengthOf(blow))
}

/** How long people noticed each blow. */
function note(count: number, { purchases, bookings, troubles }: Acknowledged, blows: Blow[]) {
  const last = (blow: Blow) => lastTrouble(troubles, blow.at) - blow.at
  const windows = blows.map((blow) => `${blow.name} ${Math.max(0, Math.round(last(blow)))} ms`)
  const kept = `${purchases.length} purchases and ${bookings.length} bookings kept, 0 lost, 0 doubled`
  const again = `${troubles.length} calls asked again; trouble after each kill: ${windows.join(', ')}`
  noteFigure('Failover', `${count} processes: ${kept}; ${again}`, '0 lost, 0 doubled')
}

function lastTrouble(troubles: Trouble[], since: number): number {
  const own = troubles.filter(({ at }) => at >= since && at < since + MILLISECONDS_BETWEEN_KILLS)
  return Math.max(since, ...own.map(({ at }) => at))
}
