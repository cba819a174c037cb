import { randomUUID } from 'node:crypto'
import { afterAll, expect, inject, test } from 'vitest'
import { openSession } from '#features/accounts/server/open-session.ts'
import { getAccount, insertAccount } from '#features/accounts/server/store.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { onlyInDatabase } from '#platform/server/files/open-files.ts'
import { openLimits } from '#platform/server/limits.ts'
import { givenBookableConsultant } from '../support/bookable-consultants.ts'
import { choiceOf, givenPackage, hoursAhead } from '../support/bookings.ts'
import { databaseAddress, runOnServer } from '../support/database-image.ts'
import { inParallel } from '../support/in-parallel.ts'
import { newPerson, type TestApp } from '../support/start-app.ts'
import { startSite } from '../support/start-site.ts'

/** Two processes on one database: whoever comes second is told so, whichever of them they ask. */

const image = inject('databaseImage')
if (!('server' in image)) throw new Error('Two processes need a database server: npm run test:postgres')
const name = `${image.template}_${randomUUID().slice(0, 8)}`
await runOnServer(image.server, `create database ${name} template ${image.template}`)
const address = databaseAddress(image.server, name)
const sites = await Promise.all([1, 2].map(() => startSite({ environment: { DATABASE_URL: address } })))
const database = await openDatabase({ url: address })
const clock: TestApp['clock'] = { now: () => new Date(), advance() {} }
const rows: TestApp['rows'] = async (sql, ...values) => (await database.pool.query(sql, values)).rows
const world = { database, rows, clock }
const silent = { info() {}, warn() {}, error() {} }
const context = {
  db: database.db,
  jobs: { send: async () => null },
  limits: openLimits(database.db),
  files: onlyInDatabase,
  now: clock.now,
  log: silent,
  publicUrl: '',
}

afterAll(async () => {
  await database.close()
  for (const site of sites) await site[Symbol.asyncDispose]()
  await runOnServer(image.server, `drop database ${name} with (force)`)
})

const ada = await givenBookableConsultant(world, { displayName: 'Ada' })
const callers = await inParallel(Array.from({ length: 100 }), 5, givenMember)
let taken = 0
const nextTime = () => hoursAhead(world, 24 + 2 * ++taken)

/** Logged in past the API, with a package. */
async function givenMember() {
  const { db } = context
  const account = { ...newPerson(), passwordHash: 'nobody logs in with this', role: 'member' as const }
  const id = await insertAccount(db, { ...account, createdAt: clock.now() })
  if (!id) throw new Error('The account was not made')
  const caller = { address: '127.0.0.1', userAgent: 'test', deviceToken: undefined }
  const { token } = await db
    .transaction()
    .execute(async (tx) => openSession(tx, context, await getAccount(tx, id), { keepSignedIn: false, caller }))
  return { token, entitlementId: await givenPackage(world, id, { days: 100 }) }
}

/** Asks one process or the other. @returns what became of it, in a word */
async function ask(which: number, token: string, path: string, body: object) {
  const site = sites[which % 2]
  const response = await fetch(`${site?.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  return { word: response.status === 200 ? 'done' : `${response.status} ${answer.code}`, id: answer.data?.id as string }
}

test('of five hundred calls to two processes for the same time, one gets it and all others are told so', async () => {
  const choice = { startsAt: nextTime(), consultantId: ada.id }
  const calls = Array.from({ length: 5 }, () => callers).flat()
  const answers = await inParallel([...calls.entries()], 50, ([which, { token, entitlementId }]) =>
    ask(which, token, '/api/bookings', choiceOf({ ...choice, entitlementId })),
  )
  const words = answers.map(({ word }) => word)
  expect(words.filter((word) => word === 'done')).toHaveLength(1)
  // Whoever got it pressed five times.
  expect(new Set(words)).toEqual(new Set(['done', '409 slot-taken', '409 none-left']))
  expect(words.filter((word) => word === '409 none-left').length).toBeLessThanOrEqual(4)
  expect(await rows('select 1 from booking where starts_at = $1', choice.startsAt)).toHaveLength(1)
})

test('a time is kept by one process or booked by the other, never both', async () => {
  for (let round = 0; round < 10; round += 1) {
    const [one, other] = [await givenMember(), await givenMember()]
    const startsAt = nextTime()
    const choice = choiceOf({ entitlementId: one.entitlementId, startsAt, consultantId: ada.id })
    const { place: _place, phone: _phone, notes: _notes, ...time } = choice
    const answers = await Promise.all([
      ask(0, one.token, '/api/reservations', time),
      ask(1, other.token, '/api/bookings', { ...choice, entitlementId: other.entitlementId }),
    ])
    expect(answers.map(({ word }) => word).sort()).toEqual(['409 slot-taken', 'done'])
    expect(await rows('select 1 from booking where starts_at = $1', startsAt)).toHaveLength(1)
  }
})

test('a session that one process moves and the other cancels is cancelled, and given back once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { token, entitlementId } = await givenMember()
    const choice = choiceOf({ entitlementId, startsAt: nextTime() })
    const { id } = await ask(round, token, '/api/bookings', choice)
    const [moved, cancelled] = await Promise.all([
      ask(0, token, `/api/bookings/${id}/time`, { startsAt: nextTime().toISOString(), consultantId: null }),
      ask(1, token, `/api/bookings/${id}/cancellation`, { outcome: 'returned' }),
    ])
    expect(cancelled?.word).toBe('done')
    expect(['done', '409 booking-cancelled']).toContain(moved?.word)
    const lines = await rows('select kind from entitlement_entry where cause_id = $1 order by kind', id)
    expect(lines).toEqual([{ kind: 'return' }, { kind: 'use' }])
  }
})
