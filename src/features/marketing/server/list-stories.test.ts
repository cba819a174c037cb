import { expect, test } from 'vitest'
import { startApp } from '../../../../tests/support/start-app.ts'
import { readEdition } from './read-edition.ts'

test('the site ships with three stories a service, all marked as illustrative', async () => {
  await using app = await startApp()
  const { body } = await app.visitor.get('/api/stories')
  const services = ['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE']
  for (const service of services) {
    const told = body.data.filter(({ serviceType }: { serviceType: string }) => serviceType === service)
    expect(told.map(({ isIllustrative }: { isIllustrative: boolean }) => isIllustrative)).toEqual([true, true, true])
  }
  expect(body.data).toHaveLength(9)
})

test('a real story takes its place in the order, and makes another edition of the pages', async () => {
  await using app = await startApp()
  const edition = await readEdition(app.context)

  await app.rows(`insert into story (service_type, position, is_illustrative, title, start, work, result)
    values ('MY_FUTURE', -1, false, 'Mine', 'How it began', 'What was done', 'How it ended')`)

  const { body } = await app.visitor.get('/api/stories')
  expect(body.data[0]).toMatchObject({ title: 'Mine', isIllustrative: false, start: 'How it began' })
  expect(await readEdition(app.context)).not.toBe(edition)
})
