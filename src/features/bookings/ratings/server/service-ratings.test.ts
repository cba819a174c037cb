import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { givenRating } from '#tests/support/given/ratings.ts'

const app = await startApp()
afterAll(app.close)

/** Asks a minute later, because the answer is remembered for a minute. */
async function listRatings() {
  app.clock.advance({ minutes: 1 })
  return (await app.visitor.get('/api/services/ratings')).body.data
}

test('every rating of a service’s packages counts, from five members on, until it is removed', async () => {
  const scores = [5, 5, 1, 5]
  for (const score of scores) await givenRating(app, 'my-future-basic', score)
  for (const score of scores) await givenRating(app, 'biz-future-pro', score)
  expect(await listRatings()).toEqual([])

  const last = await givenRating(app, 'my-future-pro', 4)
  expect(await listRatings()).toEqual([{ serviceType: 'MY_FUTURE', average: 4, count: 5 }])
  await givenRating(app, 'my-future-basic', 3)
  expect(await listRatings()).toEqual([{ serviceType: 'MY_FUTURE', average: 3.8, count: 6 }])

  await last.remove()
  expect(await listRatings()).toEqual([{ serviceType: 'MY_FUTURE', average: 3.8, count: 5 }])
})
