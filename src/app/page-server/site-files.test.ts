import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sampleSlugs } from '#features/marketing/samples/contract.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { siteFiles } from './site-files.ts'
import { callInProcess } from './web-bundle.ts'

test("security.txt names the company's contacts and expires within a year", async () => {
  await using app = await startApp()
  await app.rows(`update company set settings = settings || '{"email": "safe@example.org"}'`)
  const site = Fastify()
  onTestFinished(() => site.close())
  siteFiles(site, { call: callInProcess(app.app), publicUrl: 'https://futureworld.example' })

  const { statusCode, headers, body } = await site.inject('/.well-known/security.txt')

  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = body.trimEnd().split('\n')
  expect(lines.filter((line) => !line.startsWith('Expires'))).toEqual([
    'Contact: mailto:safe@example.org',
    'Contact: https://futureworld.example/contact',
    'Preferred-Languages: en',
    'Canonical: https://futureworld.example/.well-known/security.txt',
    'Policy: https://futureworld.example/security',
  ])
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(body) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect([days > 30, days < 365]).toEqual([true, true])
})

test('search engines find every sample document in the sitemap', async () => {
  await using app = await startApp()
  const site = Fastify()
  onTestFinished(() => site.close())
  siteFiles(site, { call: callInProcess(app.app), publicUrl: 'https://futureworld.example' })

  const { body } = await site.inject('/sitemap.xml')

  for (const path of ['/samples', ...sampleSlugs.map((slug) => `/samples/${slug}`)])
    expect(body).toContain(`<url><loc>https://futureworld.example${path}</loc></url>`)
})
