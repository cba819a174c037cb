import Fastify from 'fastify'
import { SaxesParser } from 'saxes'
import { expect, onTestFinished, test } from 'vitest'
import { sampleSlugs } from '#features/marketing/samples/contract.ts'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import { siteFiles } from './site-files.ts'
import { callInProcess } from './web-bundle.ts'

function openFiles(app: TestApp) {
  const site = Fastify()
  onTestFinished(() => site.close())
  siteFiles(site, { call: callInProcess(app.app), publicUrl: 'https://futureworld.example' })
  return site
}

test("security.txt names the company's contacts and expires within a year", async () => {
  await using app = await startApp()
  await app.rows(`update company set settings = settings || '{"email": "safe@example.org"}'`)

  const { statusCode, headers, body } = await openFiles(app).inject('/.well-known/security.txt')

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

test('the sitemap lists each guide that is shown, with its last change', async () => {
  await using app = await startApp()
  await app.rows("update guide set updated_at = '2026-12-01 10:00Z' where slug = 'refunds'")
  await app.rows("update guide set is_shown = false where slug = 'personal-statement'")
  const { body } = await openFiles(app).inject('/sitemap.xml')
  expect(body).toContain('<url><loc>https://futureworld.example/guides</loc></url>')
  expect(body).toContain(
    '<url><loc>https://futureworld.example/guides/refunds</loc><lastmod>2026-12-01T10:00:00.000Z</lastmod></url>',
  )
  expect(body).not.toContain('personal-statement')
})

test('the feed is well-formed Atom with an entry per guide, and is dated by the latest change', async () => {
  await using app = await startApp()
  await app.rows(`update company set settings = settings || '{"brandName": "Fish & <Chips>"}'`)
  await app.rows("update guide set title = 'Fees < 5 & more', updated_at = '2026-12-01 10:00Z' where slug = 'refunds'")
  const { headers, body } = await openFiles(app).inject('/guides.xml')
  expect(headers['content-type']).toBe('application/atom+xml; charset=utf-8')
  const texts = readTexts(body)
  expect(texts.title).toEqual(expect.arrayContaining(['Guides | Fish & <Chips>', 'Fees < 5 & more']))
  expect(texts.updated?.[0]).toBe('2026-12-01T10:00:00.000Z')
  expect([texts.id?.length, texts.summary?.length]).toEqual([7, 6])
  expect(new Set(texts.id).size).toBe(7)
})

test('the feed is valid even without guides', async () => {
  await using app = await startApp()
  await app.rows('update guide set is_shown = false')
  const { title, updated } = readTexts((await openFiles(app).inject('/guides.xml')).body)
  expect([title?.length, updated]).toEqual([1, ['1970-01-01T00:00:00.000Z']])
})

/** Returns the text of each element. Fails if the XML is not well-formed. */
function readTexts(xml: string): Record<string, string[]> {
  const texts = new Map<string, string[]>()
  const path: string[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => expect.unreachable(String(error)))
  parser.on('opentag', ({ name }) => void path.push(name))
  parser.on('closetag', () => void path.pop())
  parser.on('text', (text) => {
    const name = path.at(-1) ?? ''
    if (text.trim()) texts.set(name, [...(texts.get(name) ?? []), text])
  })
  parser.write(xml).close()
  return Object.fromEntries(texts)
}
test('the sitemap lists every sample document', async () => {
  await using app = await startApp()
  const site = Fastify()
  onTestFinished(() => site.close())
  siteFiles(site, { call: callInProcess(app.app), publicUrl: 'https://futureworld.example' })

  const { body } = await site.inject('/sitemap.xml')

  for (const path of ['/samples', ...sampleSlugs.map((slug) => `/samples/${slug}`)])
    expect(body).toContain(`<url><loc>https://futureworld.example${path}</loc></url>`)
})
