import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenBookableConsultant, grantPackage, insertBooking } from '#tests/support/given/bookable-consultants.ts'
import { newRating } from '#tests/support/given/ratings.ts'

const app = await startApp()
afterAll(app.close)

/** A new member rates a session of this package. */
async function rate(packageId: string, score: number) {
  const member = await app.quickMember()
  const entitlementId = await grantPackage(app, member.id, packageId)
  const { id: consultantId } = await givenBookableConsultant(app)
  const startsAt = new Date(app.clock.now().getTime() - 86_400_000)
  const session = { consultantId, memberId: member.id, entitlementId, packageId, startsAt, state: 'held' as const }
  const path = `/api/bookings/${await insertBooking(app, session)}/rating`
  await member.send('PUT', path, newRating({ score }))
  return { remove: () => member.delete(path) }
}

/** Asks a minute later, because the answer is remembered for a minute. */
async function listRatings() {
  app.clock.advance({ minutes: 1 })
  return (await app.visitor.get('/api/services/ratings')).body.data
}

test('every rating of a service’s packages counts, from five members on, until it is removed', async () => {
  const scores = [5, 5, 1, 5]
  for (const score of scores) await rate('my-future-basic', score)
  for (const score of scores) await rate('biz-future-pro', score)
  expect(await listRatings()).toEqual([])

  const last = await rate('my-future-pro', 4)
  expect(await listRatings()).toEqual([{ serviceType: 'MY_FUTURE', average: 4, count: 5 }])
  await rate('my-future-basic', 3)
  expect(await listRatings()).toEqual([{ serviceType: 'MY_FUTURE', average: 3.8, count: 6 }])

  await last.remove()
  expect(await listRatings()).toEqual([{ serviceType: 'MY_FUTURE', average: 3.8, count: 5 }])
})
