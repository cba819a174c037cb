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
