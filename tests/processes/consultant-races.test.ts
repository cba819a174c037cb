import { afterAll, expect, test } from 'vitest'
import { book, hoursAhead, memberWithPackage, reserve } from '../support/bookings.ts'
import { givenConsultant, letItBeMorning } from '../support/consulting.ts'
import { startApp } from '../support/start-app.ts'

/** What is done with the time of a consultant at the same moment, on several connections to the database. */

const app = await startApp()
afterAll(app.close)

async function countWaiting(): Promise<number> {
  const [row] = await app.rows(
    "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return row.count
}

test('a kept time that is confirmed while its consultant reports ill is booked or cancelled, never both', async () => {
  await letItBeMorning(app)
  const ada = await givenConsultant(app)
  const { member, entitlementId } = await memberWithPackage(app)
  const wanted = { entitlementId, startsAt: hoursAhead(app, 3), consultantId: ada.consultantId }
  expect((await reserve(member, wanted)).status).toBe(200)
  const asked: ReturnType<typeof book>[] = []
  await app.context.db.transaction().execute(async (tx) => {
    // Whoever books tells the member at last, and waits there.
    await tx.selectFrom('account').where('id', '=', member.id).select('id').forUpdate().execute()
    asked.push(book(member, wanted))
    await expect.poll(countWaiting).toBe(1)
    let isIll = false
    asked.push(ada.post('/api/consultant/illness', { sessions: 0 }).finally(() => (isIll = true)))
    await expect.poll(async () => isIll || (await countWaiting()) > 1).toBe(true)
  })
  const [booked, ill] = await Promise.all(asked)
  expect([booked?.status, ill?.body.code]).toEqual([200, 'sessions-changed'])
  const daysOff = await app.rows('select 1 from day_off where consultant_id = $1', ada.consultantId)
  expect(daysOff).toEqual([])
})
