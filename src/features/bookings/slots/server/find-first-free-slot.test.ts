import { expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../../../tests/support/app/start-app.ts'
import { givenBookableConsultant, givenBusyTime } from '../../../../../tests/support/given/bookable-consultants.ts'
import { hoursAhead, memberWithPackage } from '../../../../../tests/support/given/bookings.ts'
import { listFreeSlots } from './list-free-slots.ts'

/** Counts how often one answer reads all calendars. */
async function countScheduleReads(app: TestApp, owner: { memberId: string; entitlementId: string }) {
  let readings = 0
  const { db } = app.context
  const counting = db.withPlugin({
    transformQuery({ node, queryId }) {
      if (db.getExecutor().compileQuery(node, queryId).sql.includes('busy_time')) readings += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const actor = { memberId: owner.memberId, role: 'member', sessionId: 'any' }
  const answer = await listFreeSlots({ ...app.context, db: counting, actor } as never, {
    entitlementId: owner.entitlementId,
    lineKey: 'initial-consultation',
    from: app.clock.now().toISOString(),
    until: hoursAhead(app, 24).toISOString(),
  })
  return { readings, ...answer }
}

test('finding a slot ten months ahead takes at most seven reads', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app, { horizonDays: 365 })
  const { member, entitlementId } = await memberWithPackage(app)
  const freeAgain = hoursAhead(app, 300 * 24)
  await givenBusyTime(app, consultant.id, hoursAhead(app, -1), freeAgain)
  const { readings, nextFree } = await countScheduleReads(app, { memberId: member.id, entitlementId })
  expect(nextFree?.slice(0, 10)).toBe(freeAgain.toISOString().slice(0, 10))
  expect(readings).toBeLessThanOrEqual(7)
})

test('finding no slot within the horizon takes at most six reads', async () => {
  await using app = await startApp()
  const consultant = await givenBookableConsultant(app, { horizonDays: 365 })
  const { member, entitlementId } = await memberWithPackage(app)
  await givenBusyTime(app, consultant.id, hoursAhead(app, -1), hoursAhead(app, 500 * 24))
  const { readings, nextFree } = await countScheduleReads(app, { memberId: member.id, entitlementId })
  expect([nextFree, readings <= 6]).toEqual([null, true])
})

test('slot requests are rate-limited per member', async () => {
  await using app = await startApp()
  const { member, entitlementId } = await memberWithPackage(app)
  const requestSlots = async (requester: Pick<typeof member, 'get'>) => {
    const span = { from: app.clock.now().toISOString(), until: hoursAhead(app, 1).toISOString() }
    const query = new URLSearchParams({ entitlementId, lineKey: 'nothing', ...span })
    return (await requester.get(`/api/sessions/slots?${query}`)).status
  }
  expect(await requestSlots(member)).toBe(404)
  await app.rows("update rate_limit set points = 599 where key like 'free-slots:%'")
  expect([await requestSlots(member), await requestSlots(member)]).toEqual([404, 429])
  expect(await requestSlots(await app.quickMember())).toBe(404)
})
