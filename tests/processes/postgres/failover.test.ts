import { expect, test } from 'vitest'
import { until } from '../../support/app/until.ts'
import { expectAcknowledged } from '../../support/proof/expect-acknowledged.ts'
import { recordMeasurement } from '../../support/proof/record-measurement.ts'
import { type Acknowledged, openBusiness, simulateBusiness } from '../../support/proof/simulate-business.ts'
import { isStressTest, stressTestSize } from '../../support/proof/stress-test-size.ts'
import { requirePostgres } from '../../support/site/find-program.ts'
import { startPostgresPair } from '../../support/site/postgres-pair.ts'
import { freePorts } from '../../support/site/processes.ts'
import type { FailedCall } from '../../support/site/retrying-visitor.ts'
import { startBalancer } from '../../support/site/start-balancer.ts'
import { startPooler } from '../../support/site/start-pooler.ts'

/**
 * Several processes behind a balancer, and a database with a synchronous standby behind a pooler. Members register, buy
 * and book while each process is killed in turn, and then the database.
 */

const kills = stressTestSize('KILLS', 1)
const MILLISECONDS_BETWEEN_KILLS = 10_000

const VISITORS = 6

/** The balancer notices within a second, and interrupted visitors then retry. */
const PROCESS_WINDOW_MS = 3_000
/** Time to detect the failure, promote the standby and reconnect. */
const DATABASE_WINDOW_MS = 20_000

type Kill = { at: number; name: 'process' | 'database' }

test.each(isStressTest ? [2, 4] : [2])(
  'if %i processes and then their database are killed, no purchase or booking is lost or duplicated',
  async (count) => {
    await using world = await openWorld(count)
    const killList: Kill[] = []
    const acknowledged = await simulateBusiness(world.places, {
      atOnce: VISITORS,
      during: (acknowledged) => killInTurn(world, killList, acknowledged),
    })

    expect(acknowledged.purchases.length).toBeGreaterThanOrEqual(VISITORS)
    await expectAcknowledged(world.database, acknowledged)
    recordResult(count, acknowledged, killList)
    // The length of the outages is meaningful only on an otherwise idle machine.
    const failedCalls = isStressTest ? acknowledged.failedCalls : []
    for (const { at, call, outcome } of failedCalls)
      expect(findWindows(killList, at), `${call} ${outcome}`).not.toEqual([])
  },
)

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld(count: number) {
  await using opening = new AsyncDisposableStack()
  const pair = await startPostgresPair(requirePostgres())
  opening.defer(pair.stop)
  const ports = await freePorts(count)
  const balancer = await startBalancer({ sites: ports, databases: [pair.primaryPort, pair.standbyPort] })
  opening.defer(balancer.stop)
  const direct = `postgresql://futureworld@${balancer.databaseAddress}/postgres`
  const pooler = await startPooler(direct, { connections: 20 })
  opening.defer(pooler.stop)
  // The processes use the pooler's address for everything except listening for notifications.
  const environment = { DATABASE_URL: pooler.address(direct), DATABASE_LISTEN_URL: direct }
  const business = opening.use(await openBusiness({ siteUrl: balancer.url, ports, databaseUrl: direct, environment }))
  const resources = opening.move()
  return { ...business, pair, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

/** Kills each process in turn and then the database, letting visitors buy and book in between. */
async function killInTurn({ pair, processes }: World, killList: Kill[], acknowledged: Acknowledged) {
  const continueBusiness = () => (isStressTest ? untilElapsed(MILLISECONDS_BETWEEN_KILLS) : untilSold(acknowledged))
  await continueBusiness()
  for (let number = 0; number < kills; number += 1) {
    killList.push({ at: performance.now(), name: 'process' })
    await processes.killAndRestart(number)
    await continueBusiness()
  }
  killList.push({ at: performance.now(), name: 'database' })
  await pair.killPrimary()
  await pair.promoteStandby()
  if (isStressTest) await untilElapsed(DATABASE_WINDOW_MS)
  else await untilSold(acknowledged)
}

/** Waits until all current visitors and at least one more have completed a purchase. */
function untilSold({ purchases }: Acknowledged) {
  const before = purchases.length
  return until(() => purchases.length > before + VISITORS)
}

function untilElapsed(milliseconds: number) {
  const end = performance.now() + milliseconds
  return until(() => performance.now() > end)
}

function findWindows(killList: Kill[], at: number): Kill[] {
  const toLength = ({ name }: Kill) => (name === 'process' ? PROCESS_WINDOW_MS : DATABASE_WINDOW_MS)
  return killList.filter((kill) => at >= kill.at && at <= kill.at + toLength(kill))
}

/** Records how long calls failed after each kill. */
function recordResult(count: number, { purchases, bookings, failedCalls }: Acknowledged, killList: Kill[]) {
  const last = (kill: Kill) => findLastFailure(failedCalls, kill.at) - kill.at
  const windows = killList.map((kill) => `${kill.name} ${Math.max(0, Math.round(last(kill)))} ms`)
  const keptText = `${purchases.length} purchases and ${bookings.length} bookings kept, 0 lost, 0 duplicated`
  const failureText = `${failedCalls.length} calls retried; outage after each kill: ${windows.join(', ')}`
  recordMeasurement('Failover', `${count} processes: ${keptText}; ${failureText}`, '0 lost, 0 duplicated')
}

function findLastFailure(failedCalls: FailedCall[], since: number): number {
  const failures = failedCalls.filter(({ at }) => at >= since && at < since + MILLISECONDS_BETWEEN_KILLS)
  return Math.max(since, ...failures.map(({ at }) => at))
}
