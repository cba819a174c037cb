import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app/start-app.ts'
import { readContentVersion } from '../../server/store.ts'
import type { Guide, GuideBlock, GuideSummary } from '../contract.ts'

async function readGuides({ visitor }: Awaited<ReturnType<typeof startApp>>): Promise<Guide[]> {
  const { body } = await visitor.get('/api/guides')
  const answers = await Promise.all(body.data.map(({ slug }: GuideSummary) => visitor.get(`/api/guides/${slug}`)))
  return answers.map((answer) => answer.body.data)
}

test('the site ships with six guides of 800 to 1,500 words, each with dated sources', async () => {
  await using app = await startApp()
  const guides = await readGuides(app)
  expect(guides.map(({ serviceType }) => serviceType)).toEqual([
    'MY_FUTURE',
    'STUDY_WORLD',
    'MY_FUTURE',
    'BIZ_FUTURE',
    'MY_FUTURE',
    null,
  ])
  for (const { slug, blocks, sources, factsCheckedOn } of guides) {
    const words = blocks.flatMap(readWords)
    expect([words.length >= 800, words.length <= 1_500], `${slug}: ${words.length} words`).toEqual([true, true])
    expect(sources, slug).not.toEqual([])
    for (const { url, checkedOn } of sources)
      expect([url, checkedOn]).toEqual([expect.stringMatching(/^https:\/\//), expect.stringMatching(/^2026-/)])
    expect(factsCheckedOn).toBe(slug === 'after-a-levels' ? '2026-09-24' : '2026-11-28')
  }
})

test('migrations 0021, 0023 and 0025 correct every fact that they name, with its source', async () => {
  await using app = await startApp()
  const guides = await readGuides(app)
  const corrected = guides.filter(({ publishedAt, updatedAt }) => updatedAt > publishedAt)
  expect(corrected.map(({ slug }) => slug)).toEqual([
    'after-a-levels',
    'study-in-the-netherlands-or-germany',
    'first-90-days-of-a-business-page',
    'career-consultation',
  ])
  const texts = JSON.stringify(guides)
  for (const fact of [
    'before you’re 22',
    'change every April',
    'From the round for 2027, care leavers',
    'merging it with the job centres',
    'planned for autumn 2026',
    'last changed in July 2024',
    '13 January 2027',
    '£34.50 for 2027 entry',
    'up to £10,050 for 2027 to 2028',
    'Four years at £10,050 would be £40,200',
    'about €22,600 to €33,600 (£19,600 to £29,200)',
    '€11,904 (about £10,400) plus the contribution',
    '€14,904 (about £13,000) plus the contribution',
    'at £1 = €1.15',
    'data-protection-fee-self-assessment',
  ])
    expect(texts).toContain(fact)
  expect(guides.map(({ sources }) => sources.length)).toEqual([16, 19, 5, 8, 4, 2])
  expect(texts).not.toMatch(/Study-progress-monitoring|germanonlinetests|eureporter|guide-to-pecr/)
})

test('migration 0021 leaves a guide alone once an administrator has changed it', async () => {
  await using app = await startApp()
  const url = 'https://ind.nl/en/Pages/Study-progress-monitoring.aspx'
  const old = {
    body: 'It gives free information, advice and guidance. Scotland has its own.',
    sources: [{ title: 'Old', url, checkedOn: '2026-11-28' }],
  }
  await app.rows('update guide set body = $1, sources = $2', old.body, JSON.stringify(old.sources))
  await app.rows("update guide set version = 2 where slug = 'career-consultation'")

  await app.rows(await readFile('migrations/0021-guide-facts.sql', 'utf8'))

  expect(await app.rows("select body, sources from guide where slug = 'career-consultation'")).toEqual([old])
  const others = await app.rows("select sources from guide where slug <> 'career-consultation'")
  expect(JSON.stringify(others)).not.toContain(url)
})

test.each(['0023-guide-dates', '0025-guide-fees'])(
  'migration %s leaves a guide alone once an administrator has changed it',
  async (migration) => {
    await using app = await startApp()
    const body =
      'In early 2026 it was €11,904. Applying cost £28.95. It’s up to £9,790 for the 2026 to 2027 academic year. You pay. As a non-EU student you pay full fees.\n'
    await app.rows('update guide set body = $1, version = 2', body)
    const before = await app.rows('select * from guide order by slug')

    await app.rows(await readFile(`migrations/${migration}.sql`, 'utf8'))

    expect(await app.rows('select * from guide order by slug')).toEqual(before)
  },
)

test('links within the guides lead to existing pages and guides', async () => {
  await using app = await startApp()
  const guides = await readGuides(app)
  const known = ['/services/my-future', '/contact', '/complaints', '/terms#refunds']
  const links = guides.flatMap(({ blocks }) => blocks.flatMap(readRuns)).flatMap(({ href }) => href ?? [])
  const inside = links.filter((href) => !href.startsWith('https://'))
  expect(inside).not.toEqual([])
  expect(inside.filter((href) => ![...known, ...guides.map(({ slug }) => `/guides/${slug}`)].includes(href))).toEqual(
    [],
  )
})

test("the list does not include the guides' text, and the reading time depends on its length", async () => {
  await using app = await startApp()
  await app.rows("update guide set body = repeat('word ', 2200) where slug = 'refunds'")
  const { body } = await app.visitor.get('/api/guides')
  const guide = body.data.find(({ slug }: GuideSummary) => slug === 'refunds')
  expect(guide).toMatchObject({ readingMinutes: 10, picture: 'guide-refunds' })
  expect(Object.keys(guide)).not.toContain('blocks')
})

test('a hidden guide is not listed and returns 404 like an unknown one, and pages are rendered again', async () => {
  await using app = await startApp()
  const contentVersion = await readContentVersion(app.context)
  await app.rows("update guide set is_shown = false where slug = 'refunds'")
  const { body } = await app.visitor.get('/api/guides')
  expect(body.data.map(({ slug }: GuideSummary) => slug)).not.toContain('refunds')
  for (const slug of ['refunds', 'unknown', 'x'.repeat(80), "'; drop table guide"]) {
    const answer = await app.visitor.get(`/api/guides/${encodeURIComponent(slug)}`)
    expect([answer.status, answer.body.code]).toEqual([404, 'guide-not-found'])
  }
  expect(await readContentVersion(app.context)).not.toBe(contentVersion)
})

test.each([
  ['slug', "slug = 'A guide'", 'guide_slug_check'],
  ['body', "body = repeat('x', 20001)", 'guide_body_check'],
  ['summary', "summary = 'Too short'", 'guide_summary_check'],
  ['sources', "sources = '[]'", 'guide_sources_check'],
  [
    'sources',
    `sources = '[{"title": "Not https", "url": "http://example.org", "checkedOn": "2026-11-28"}]'`,
    'guide_sources_check',
  ],
  ['sources', `sources = '[{"title": "No date", "url": "https://example.org"}]'`, 'guide_sources_check'],
])('the database refuses an invalid %s: %s', async (_, change, constraint) => {
  await using app = await startApp()
  await expect(app.rows(`update guide set ${change} where slug = 'refunds'`)).rejects.toMatchObject({ constraint })
})

function readRuns(block: GuideBlock) {
  if (block.kind === 'heading') return []
  return block.kind === 'list' ? block.items.flat() : block.runs
}

function readWords(block: GuideBlock): string[] {
  const text =
    block.kind === 'heading'
      ? block.text
      : block.kind === 'list'
        ? block.items.map((runs) => runs.map((run) => run.text).join('')).join(' ')
        : block.runs.map((run) => run.text).join('')
  return text.split(/\s+/).filter(Boolean)
}
