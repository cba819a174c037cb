import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'

test('the site ships with three illustrative stories per service', async () => {
  await using app = await startApp()
  const { body } = await app.visitor.get('/api/stories')
  const services = ['MY_FUTURE', 'STUDY_WORLD', 'BIZ_FUTURE']
  for (const service of services) {
    const serviceStories = body.data.filter(({ serviceType }: { serviceType: string }) => serviceType === service)
    expect(serviceStories.map(({ isIllustrative }: { isIllustrative: boolean }) => isIllustrative)).toEqual([
      true,
      true,
      true,
    ])
    expect(serviceStories.map(({ quote }: { quote: unknown }) => quote)).toEqual([null, null, null])
  }
  expect(body.data).toHaveLength(9)
})

test('migration 0017 rewords an illustrative story only if no administrator has changed it', async () => {
  await using app = await startApp()
  await app.rows("update story set start = 'Before', version = position + 1 where service_type = 'BIZ_FUTURE'")
  await app.rows(await readFile('migrations/0017-stories.sql', 'utf8'))
  const starts = await app.rows("select start from story where service_type = 'BIZ_FUTURE' order by position")
  expect(starts.map(({ start }) => start)).toEqual([expect.stringContaining('Saturday'), 'Before', 'Before'])
})
