import { expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { givenHeldSession, newRating } from '#tests/support/given/ratings.ts'
import { readContentVersion } from '../../server/store.ts'

/** Returns a rating that its member allows us to publish, and a function that publishes it as a story. */
async function openSite(app: TestApp) {
  const { member, path, bookingId } = await givenHeldSession(app)
  await member.send('PUT', path, newRating({ mayPublish: true }))
  const administrator = await app.quickMember('administrator')
  const publish = (ratingId = bookingId, title = 'A plan of her own') =>
    administrator.post('/api/admin/stories', { ratingId, title, start: 'At a loss', work: 'Talks', result: 'A plan' })
  return { member, path, bookingId, administrator, publish }
}

async function listRealStories({ visitor }: TestApp) {
  const { body } = await visitor.get('/api/stories')
  return body.data.filter(({ isIllustrative }: { isIllustrative: boolean }) => !isIllustrative)
}

test("a publishable rating becomes a story in the member's words, listed before the illustrative ones", async () => {
  await using app = await startApp()
  const { publish, administrator, bookingId } = await openSite(app)
  const { body } = await administrator.get('/api/admin/ratings')
  const [rating] = body.data.items
  expect(rating).toMatchObject({
    bookingId,
    firstName: 'Ada',
    comment: 'I know what comes next.',
    serviceType: 'MY_FUTURE',
  })
  const contentVersion = await readContentVersion(app.context)

  expect((await publish()).status).toBe(200)
  expect((await app.visitor.get('/api/stories')).body.data[0]).toMatchObject({
    isIllustrative: false,
    serviceType: 'MY_FUTURE',
    title: 'A plan of her own',
    quote: { text: 'I know what comes next.', firstName: 'Ada' },
  })
  expect(await readContentVersion(app.context)).not.toBe(contentVersion)
})

test('a rating can become a story only once, and titles are unique per service', async () => {
  await using app = await startApp()
  const { publish } = await openSite(app)
  expect((await publish(undefined, 'A year of sending CVs')).body.code).toBe('title-taken')
  expect((await publish()).status).toBe(200)
  expect((await publish(undefined, 'Another title')).body.code).toBe('already-published')
})

test.each([
  ['deletes the rating', (site: Site) => site.member.delete(site.path)],
  ['withdraws the permission', (site: Site) => site.member.send('PUT', site.path, newRating())],
  [
    'changes the comment',
    (site: Site) => site.member.send('PUT', site.path, newRating({ comment: 'New', mayPublish: true })),
  ],
  [
    'adds a guardian, which marks them as under 18',
    ({ member }: Site) =>
      member.send('PATCH', '/api/account', { guardian: { name: 'Annabella', email: 'guardian@example.org' } }),
  ],
  ['deletes the account', (site: Site) => site.member.send('DELETE', '/api/account', { confirmation: 'DELETE' })],
])('if the member %s, the story is removed and pages are rendered again', async (_, change) => {
  await using app = await startApp()
  const site = await openSite(app)
  await site.publish()
  expect(await listRealStories(app)).toHaveLength(1)
  const contentVersion = await readContentVersion(app.context)
  expect((await change(site)).status).toBe(200)
  expect(await listRealStories(app)).toEqual([])
  expect(await readContentVersion(app.context)).not.toBe(contentVersion)
})

type Site = Awaited<ReturnType<typeof openSite>>

test('changing only the score keeps the story', async () => {
  await using app = await startApp()
  const site = await openSite(app)
  await site.publish()
  await site.member.send('PUT', site.path, newRating({ score: 4, mayPublish: true }))
  expect(await listRealStories(app)).toHaveLength(1)
})

test('a rating without permission or an unknown rating cannot become a story', async () => {
  await using app = await startApp()
  const { publish, member, path, administrator } = await openSite(app)
  await member.send('PUT', path, newRating())
  expect((await publish()).body.code).toBe('rating-not-found')
  expect((await publish('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await administrator.get('/api/admin/ratings')).body.data.items).toEqual([])
})

test('the database requires a publishable rating for a real story and no rating for an illustrative one', async () => {
  await using app = await startApp()
  const { member, path, bookingId } = await openSite(app)
  const insertStory = (isIllustrative: boolean, ratingId: string | null) =>
    app.rows(
      `insert into story (service_type, position, is_illustrative, title, start, work, result, rating_id)
       values ('MY_FUTURE', -1, $1, 'Invented', 'A start', 'Work', 'A result', $2)`,
      isIllustrative,
      ratingId,
    )
  await expect(insertStory(false, null)).rejects.toMatchObject({ constraint: 'story_real_check' })
  await expect(insertStory(true, bookingId)).rejects.toMatchObject({ constraint: 'story_real_check' })
  await member.send('PUT', path, newRating())
  await expect(insertStory(false, bookingId)).rejects.toMatchObject({ constraint: 'story_rating_allowed' })
})

test('a story keeps the first name that its member agreed to', async () => {
  await using app = await startApp()
  const { member, publish, administrator } = await openSite(app)
  await member.send('PATCH', '/api/account', { firstName: 'Beth' })
  expect((await administrator.get('/api/admin/ratings')).body.data.items[0].firstName).toBe('Ada')
  await publish()
  await app.rows("update account set first_name = 'Buy at evil.example' where id = $1", member.id)
  expect(await listRealStories(app)).toMatchObject([{ quote: { firstName: 'Ada' } }])
})
