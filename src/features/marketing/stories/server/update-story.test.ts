import { afterAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import type { AdminStory } from '../contract/admin-stories.ts'

const app = await startApp()
afterAll(app.close)

const administrator = await app.quickMember('administrator')

async function readStory(index: number): Promise<AdminStory> {
  return (await administrator.get('/api/admin/stories')).body.data.items[index]
}

function updateStory({ id, title, start, work, result, isShown, version }: AdminStory, changes: Partial<AdminStory>) {
  const body = { title, start, work, result, isShown, version, ...changes }
  return administrator.send('PUT', `/api/admin/stories/${id}`, body)
}

const listShownTitles = async () =>
  (await app.visitor.get('/api/stories')).body.data.map(({ title }: { title: string }) => title)

test('an unpublished story is hidden and can be published again', async () => {
  const story = await readStory(0)
  const { body } = await updateStory(story, { isShown: false })
  expect(body.message).toBe('Saved. It’ll be live on the public pages within seconds.')
  expect(await listShownTitles()).not.toContain(story.title)
  expect(await readStory(0)).toMatchObject({ id: story.id, isShown: false })
  await updateStory(body.data, { isShown: true })
  expect(await listShownTitles()).toContain(story.title)
  const actions = await app.rows(
    'select action from audit_entry where object_id = $1 order by occurred_at, id',
    story.id,
  )
  expect(actions.map(({ action }) => action).sort()).toEqual(['story.published', 'story.unpublished'])
})

test('an illustrative story stays marked as illustrative', async () => {
  const story = await readStory(1)
  await updateStory(story, { title: 'Another title', isIllustrative: false } as Partial<AdminStory>)
  const { body } = await updateStory(story, { title: 'Another title' })
  expect(body.data).toMatchObject({ title: 'Another title', isIllustrative: true, quote: null })
})

test('a concurrent change to a story is refused', async () => {
  const story = await readStory(2)
  expect((await updateStory(story, { start: 'It began so.' })).status).toBe(200)
  expect(await updateStory(story, { start: 'It began otherwise.' })).toMatchObject({
    status: 409,
    body: { code: 'edited-elsewhere' },
  })
  expect((await readStory(2)).start).toBe('It began so.')
})

test('if two concurrent changes use the same title, one is refused', async () => {
  for (let round = 0; round < 8; round += 1) {
    const stories: AdminStory[] = (await administrator.get('/api/admin/stories')).body.data.items
    const pair = stories.filter(({ serviceType }) => serviceType === 'STUDY_WORLD').slice(0, 2)
    const answers = await Promise.all(pair.map((story) => updateStory(story, { title: `A title for two, ${round}` })))
    expect(answers.map(({ status, body }) => [status, body.code ?? 'done']).sort()).toEqual([
      [200, 'done'],
      [409, 'title-taken'],
    ])
  }
  expect(app.logLines).toEqual([])
})

test('the CSV lists all stories', async () => {
  const { body } = await administrator.get('/api/admin/stories.csv')
  expect(body.split('\r\n').filter(Boolean)).toHaveLength(10)
})
