import { expect, test } from 'vitest'
import { givenHeldSession, ratingOf } from '../../../../tests/support/ratings.ts'
import { startApp, type TestApp } from '../../../../tests/support/start-app.ts'
import { readEdition } from './read-edition.ts'

/** A member whose words may be published, and the story that an administrator makes of them. */
async function openSite(app: TestApp) {
  const { member, path, bookingId } = await givenHeldSession(app)
  await member.send('PUT', path, ratingOf({ mayPublish: true }))
  const administrator = await app.quickMember('administrator')
  const tell = (ratingId = bookingId, title = 'A plan of her own') =>
    administrator.post('/api/admin/stories', { ratingId, title, start: 'At a loss', work: 'Talks', result: 'A plan' })
  return { member, path, bookingId, administrator, tell }
}

async function realStories({ visitor }: TestApp) {
  const { body } = await visitor.get('/api/stories')
  return body.data.filter(({ isIllustrative }: { isIllustrative: boolean }) => !isIllustrative)
}

test('an allowed rating becomes a story in the member’s words, before those that are made up', async () => {
  await using app = await startApp()
  const { tell, administrator, bookingId } = await openSite(app)
  const { body } = await administrator.get('/api/admin/ratings')
  const [found] = body.data.items
  expect(found).toMatchObject({
    bookingId,
    firstName: 'Ada',
    words: 'I know what comes next.',
    serviceType: 'MY_FUTURE',
  })
  const edition = await readEdition(app.context)

  expect((await tell()).status).toBe(200)
  expect((await app.visitor.get('/api/stories')).body.data[0]).toMatchObject({
    isIllustrative: false,
    serviceType: 'MY_FUTURE',
    title: 'A plan of her own',
    quote: { words: 'I know what comes next.', firstName: 'Ada' },
  })
  expect(await readEdition(app.context)).not.toBe(edition)
})

test('one rating is one story, and a title stands once in a service', async () => {
  await using app = await startApp()
  const { tell } = await openSite(app)
  expect((await tell(undefined, 'A year of sending CVs')).body.code).toBe('title-taken')
  expect((await tell()).status).toBe(200)
  expect((await tell(undefined, 'Another title')).body.code).toBe('rating-told')
})

test.each([
  ['takes the rating back', (site: Site) => site.member.delete(site.path)],
  ['takes the permission back', (site: Site) => site.member.send('PUT', site.path, ratingOf())],
  [
    'says something else',
    (site: Site) => site.member.send('PUT', site.path, ratingOf({ words: 'New', mayPublish: true })),
  ],
  [
    'says that they are under 18',
    ({ member }: Site) =>
      member.send('PATCH', '/api/account', { guardian: { name: 'Annabella', email: 'guardian@example.org' } }),
  ],
  ['leaves', (site: Site) => site.member.send('DELETE', '/api/account', { confirmation: 'DELETE' })],
])('when the member %s, the story is gone and pages are made anew', async (_, change) => {
  await using app = await startApp()
  const site = await openSite(app)
  await site.tell()
  expect(await realStories(app)).toHaveLength(1)
  const edition = await readEdition(app.context)
  expect((await change(site)).status).toBe(200)
  expect(await realStories(app)).toEqual([])
  expect(await readEdition(app.context)).not.toBe(edition)
})

type Site = Awaited<ReturnType<typeof openSite>>

test('another score leaves the story as it is', async () => {
  await using app = await startApp()
  const site = await openSite(app)
  await site.tell()
  await site.member.send('PUT', site.path, ratingOf({ score: 4, mayPublish: true }))
  expect(await realStories(app)).toHaveLength(1)
})

test('no story is told of a rating that may not be published, or of none', async () => {
  await using app = await startApp()
  const { tell, member, path, administrator } = await openSite(app)
  await member.send('PUT', path, ratingOf())
  expect((await tell()).body.code).toBe('rating-not-found')
  expect((await tell('00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await administrator.get('/api/admin/ratings')).body.data.items).toEqual([])
})

test('the database itself has no real story without an allowed rating, and no made-up one with it', async () => {
  await using app = await startApp()
  const { member, path, bookingId } = await openSite(app)
  const tell = (isIllustrative: boolean, ratingId: string | null) =>
    app.rows(
      `insert into story (service_type, position, is_illustrative, title, start, work, result, rating_id)
       values ('MY_FUTURE', -1, $1, 'Invented', 'A start', 'Work', 'A result', $2)`,
      isIllustrative,
      ratingId,
    )
  await expect(tell(false, null)).rejects.toMatchObject({ constraint: 'story_real_check' })
  await expect(tell(true, bookingId)).rejects.toMatchObject({ constraint: 'story_real_check' })
  await member.send('PUT', path, ratingOf())
  await expect(tell(false, bookingId)).rejects.toMatchObject({ constraint: 'story_rating_allowed' })
})

test('a story stays under the name that its member agreed to, whatever their profile says later', async () => {
  await using app = await startApp()
  const { member, tell, administrator } = await openSite(app)
  await member.send('PATCH', '/api/account', { firstName: 'Beth' })
  expect((await administrator.get('/api/admin/ratings')).body.data.items[0].firstName).toBe('Ada')
  await tell()
  await app.rows("update account set first_name = 'Buy at evil.example' where id = $1", member.id)
  expect(await realStories(app)).toMatchObject([{ quote: { firstName: 'Ada' } }])
})
