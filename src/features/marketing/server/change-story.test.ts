import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import type { StaffStory } from '../contract/story.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

async function storyAt(place: number): Promise<StaffStory> {
  return (await administrator.get('/api/admin/stories')).body.data.items[place]
}

function change({ id, title, start, work, result, isShown, version }: StaffStory, changes: Partial<StaffStory>) {
  const body = { title, start, work, result, isShown, version, ...changes }
  return administrator.send('PUT', `/api/admin/stories/${id}`, body)
}

const shownTitles = async () =>
  (await app.visitor.get('/api/stories')).body.data.map(({ title }: { title: string }) => title)

test('a story that is taken off the pages is not told any more, and can be put back', async () => {
  const story = await storyAt(0)
  const { body } = await change(story, { isShown: false })
  expect(body.message).toBe('Saved. The public pages show it within seconds.')
  expect(await shownTitles()).not.toContain(story.title)
  expect(await storyAt(0)).toMatchObject({ id: story.id, isShown: false })
  await change(body.data, { isShown: true })
  expect(await shownTitles()).toContain(story.title)
  const actions = await app.rows(
    'select action from audit_entry where object_id = $1 order by occurred_at, id',
    story.id,
  )
  expect(actions.map(({ action }) => action).sort()).toEqual(['story.published', 'story.unpublished'])
})

test('a made-up story stays marked as made up, whatever it says', async () => {
  const story = await storyAt(1)
  await change(story, { title: 'Another title', isIllustrative: false } as Partial<StaffStory>)
  const { body } = await change(story, { title: 'Another title' })
  expect(body.data).toMatchObject({ title: 'Another title', isIllustrative: true, quote: null })
})

test('of two who change a story the later is told', async () => {
  const story = await storyAt(2)
  expect((await change(story, { start: 'It began so.' })).status).toBe(200)
  expect(await change(story, { start: 'It began otherwise.' })).toMatchObject({
    status: 409,
    body: { code: 'changed-meanwhile' },
  })
  expect((await storyAt(2)).start).toBe('It began so.')
})

test('two stories of a service have two titles', async () => {
  const stories: StaffStory[] = (await administrator.get('/api/admin/stories')).body.data.items
  const [one, other] = stories.filter(({ serviceType }) => serviceType === 'BIZ_FUTURE')
  if (!one || !other) throw new Error('The site ships with stories')
  const { status, body } = await change(one, { title: other.title })
  expect([status, body.code]).toEqual([409, 'title-taken'])
  expect(await shownTitles()).toEqual(expect.arrayContaining([one.title, other.title]))
})

test('of two who give two stories the same title at once one is told, and nothing breaks', async () => {
  for (let round = 0; round < 8; round += 1) {
    const stories: StaffStory[] = (await administrator.get('/api/admin/stories')).body.data.items
    const pair = stories.filter(({ serviceType }) => serviceType === 'STUDY_WORLD').slice(0, 2)
    const answers = await Promise.all(pair.map((story) => change(story, { title: `A title for two, ${round}` })))
    expect(answers.map(({ status, body }) => [status, body.code ?? 'done']).sort()).toEqual([
      [200, 'done'],
      [409, 'title-taken'],
    ])
  }
  expect(app.logLines).toEqual([])
})

test('the list comes page by page, and each story once', async () => {
  const found: string[] = []
  let cursor: string | null = null
  do {
    const { body }: { body: { data: { items: StaffStory[]; nextCursor: string | null } } } = await administrator.get(
      `/api/admin/stories?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
    )
    found.push(...body.data.items.map(({ id }) => id))
    cursor = body.data.nextCursor
  } while (cursor)
  expect(found).toHaveLength(9)
  expect(new Set(found).size).toBe(9)
})

test('the list can be saved as a table', async () => {
  const { body } = await administrator.get('/api/admin/stories.csv')
  expect(body.split('\r\n').filter(Boolean)).toHaveLength(10)
})
