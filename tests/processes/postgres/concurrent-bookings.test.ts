import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { inParallel } from '../../support/app/in-parallel.ts'
import { createContext, openAccount } from '../../support/app/queue-context.ts'
import { makeDatabase } from '../../support/app/server-database.ts'
import type { TestApp } from '../../support/app/start-app.ts'
import { describeAnswer } from '../../support/app/test-client.ts'
import { givenBookableConsultant } from '../../support/given/bookable-consultants.ts'
import { givenPackage, hoursAhead, toChoice } from '../../support/given/bookings.ts'
import { isStressTest } from '../../support/proof/stress-test-size.ts'
import { callSite } from '../../support/site/call-site.ts'
import { startSite } from '../../support/site/start-site.ts'

/** Two processes on one database. Both refuse a second request for the same time. */

const { url, drop } = await makeDatabase()
const sites = await Promise.all([1, 2].map(() => startSite({ environment: { DATABASE_URL: url } })))
const database = await openDatabase({ url })
const clock: TestApp['clock'] = { now: () => new Date(), advance() {} }
const rows: TestApp['rows'] = async (sql, ...values) => (await database.pool.query(sql, values)).rows
const app = { database, rows, clock }
afterAll(async () => {
  await database.close()
  for (const site of sites) await site[Symbol.asyncDispose]()
  await drop()
})

const ada = await givenBookableConsultant(app, { displayName: 'Ada' })
const callers = await inParallel(Array.from({ length: isStressTest ? 100 : 20 }), 5, givenMember)
let timesUsed = 0
const rounds = isStressTest ? 10 : 4
const nextTime = () => hoursAhead(app, 24 + 2 * ++timesUsed)

/** Creates a member with a package and a login, without the API. */
async function givenMember() {
  const { id, token } = await openAccount(createContext(database), 'member')
  return { token, entitlementId: await givenPackage(app, id, { days: 100 }) }
}

/**
 * Calls one of the processes.
 * @returns the outcome, and the id of what was created
 */
async function ask(siteIndex: number, token: string, path: string, body: object) {
  const answer = await callSite(sites[siteIndex % 2]?.url ?? '', path, { token, body })
  return { outcome: describeAnswer(answer), id: answer.body.data?.id }
}

test('exactly one of many concurrent bookings through two processes succeeds', async () => {
  const choice = { startsAt: nextTime(), consultantId: ada.id }
  const calls = Array.from({ length: 5 }, () => callers).flat()
  const answers = await inParallel([...calls.entries()], 50, ([siteIndex, { token, entitlementId }]) =>
    ask(siteIndex, token, '/api/bookings', toChoice({ ...choice, entitlementId })),
  )
  const outcomes = answers.map(({ outcome }) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  // The member who got the session sent five requests, so up to four fail because no sessions are left.
  expect(new Set(outcomes)).toEqual(new Set(['done', '409 slot-taken', '409 no-sessions-left']))
  expect(outcomes.filter((outcome) => outcome === '409 no-sessions-left').length).toBeLessThanOrEqual(4)
  expect(await rows('select 1 from booking where starts_at = $1', choice.startsAt)).toHaveLength(1)
})

test('a slot is reserved through one process or booked through the other, never both', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const [first, second] = [await givenMember(), await givenMember()]
    const startsAt = nextTime()
    const choice = toChoice({ entitlementId: first.entitlementId, startsAt, consultantId: ada.id })
    const { place: _place, phone: _phone, notes: _notes, ...time } = choice
    const answers = await Promise.all([
      ask(0, first.token, '/api/reservations', time),
      ask(1, second.token, '/api/bookings', { ...choice, entitlementId: second.entitlementId }),
    ])
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['409 slot-taken', 'done'])
    expect(await rows('select 1 from booking where starts_at = $1', startsAt)).toHaveLength(1)
  }
})

test('if one process moves a session while another cancels it, it is cancelled and returned to the package once', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { token, entitlementId } = await givenMember()
    const choice = toChoice({ entitlementId, startsAt: nextTime() })
    const { id } = await ask(round, token, '/api/bookings', choice)
    const [moved, cancelled] = await Promise.all([
      ask(0, token, `/api/bookings/${id}/time`, { startsAt: nextTime().toISOString(), consultantId: null }),
      ask(1, token, `/api/bookings/${id}/cancellation`, { outcome: 'returned' }),
    ])
    expect(cancelled?.outcome).toBe('done')
    expect(['done', '409 booking-cancelled']).toContain(moved?.outcome)
    const lines = await rows('select kind from entitlement_entry where cause_id = $1 order by kind', id)
    expect(lines).toEqual([{ kind: 'return' }, { kind: 'use' }])
  }
})
