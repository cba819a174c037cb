import { expect, test } from 'vitest'
import { readPdf } from '#tests/support/app/read-pdf.ts'
import { startApp } from '#tests/support/app/start-app.ts'
import { type Block, Sample, sampleSlugs } from '../contract.ts'
import { drawSample } from './pdf/sample-pdf.ts'
import { samples } from './samples.ts'

/** The lengths promised on the price cards; the lengths of the other documents are not promised. */
const lengths: Record<Sample['slug'], { least: number; most: number }> = {
  'future-profile': { least: 10, most: 10 },
  roadmap: { least: 2, most: 4 },
  'study-strategy': { least: 10, most: 15 },
  'monthly-report': { least: 5, most: 7 },
}

const drawn = new Map(samples.map((sample) => [sample.slug, drawSample(sample, 'FutureWorld Consultancy')]))
const draw = async (sample: Sample) => (await drawn.get(sample.slug)) ?? Buffer.alloc(0)

test('there is one sample for each name', () => {
  expect(samples.map(({ slug }) => slug)).toEqual(sampleSlugs)
})

test.each(samples)('the PDF for $slug has the promised number of pages, each on its own sheet', async (sample) => {
  const { pages, info } = await readPdf(await draw(sample))
  const { least, most } = lengths[sample.slug]
  expect(pages.length).toBeGreaterThanOrEqual(least)
  expect(pages.length).toBeLessThanOrEqual(most)
  expect(pages.map((text, index) => text.includes(sample.pages[index]?.title ?? 'no such page'))).toEqual(
    sample.pages.map(() => true),
  )
  expect(info).toMatchObject({ Title: `Sample: ${sample.title}`, Language: 'en-GB' })
})

test.each(samples)('every page in the PDF for $slug says that it is a sample', async (sample) => {
  const { pages } = await readPdf(await draw(sample))
  for (const [index, text] of pages.entries()) {
    expect(text).toMatch(/· Sample|Sample ·/)
    expect(text).toContain('SAMPLE')
    expect(text).toContain('an example, not a real person or business')
    expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
  }
})

test.each(samples)('the size shown for the $slug PDF is its actual size', async (sample) => {
  expect(Math.abs((await draw(sample)).length / 1024 - sample.kilobytes)).toBeLessThan(2)
})

test.each(samples)(
  "the PDF for $slug has the same bytes each time and contains all of the sample's text",
  async (sample) => {
    const bytes = await draw(sample)
    expect((await drawSample(sample, 'FutureWorld Consultancy')).equals(bytes)).toBe(true)
    const { text } = await readPdf(bytes)
    const words = (value: string) => value.replaceAll(/\s/g, '')
    const missing = sample.pages
      .flatMap(({ blocks }) => blocks.flatMap(listTexts))
      .filter((part) => !words(text).includes(words(part)))
    expect(missing).toEqual([])
  },
)

test.each(samples)('$slug has no empty blocks, and each table row has a cell for every column', (sample) => {
  expect(Sample.parse(sample)).toEqual(sample)
  for (const { title, blocks } of sample.pages) {
    expect([title, blocks.length > 0]).toEqual([title, true])
    expect(blocks.flatMap(listTexts).filter((part) => part.trim() === '')).toEqual([])
    expect(blocks.filter((block) => listTexts(block).length === 0)).toEqual([])
    for (const block of blocks)
      if (block.kind === 'table')
        expect([block.widths, ...block.rows].map(({ length }) => length)).toEqual(
          [block.widths, ...block.rows].map(() => block.columns.length),
        )
  }
})

test('every source has a secure address', () => {
  const sources = samples
    .flatMap(({ pages }) => pages.flatMap(({ blocks }) => blocks))
    .filter((block) => block.kind === 'sources')
  expect(sources.length).toBeGreaterThan(1)
  for (const { url } of sources.flatMap((block) => block.sources)) expect(url).toMatch(/^https:\/\//)
})

/** Lists a block's text as a reader sees it in the PDF. */
function listTexts(block: Block): string[] {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return [block.text]
    case 'callout':
      return [block.title, block.text]
    case 'list':
      return block.items.flatMap(({ title, text }) => [...(title === undefined ? [] : [title]), text])
    case 'table':
      return [...block.columns, ...block.rows.flat()]
    case 'charts':
      return block.charts.flatMap(({ title, values }) => [title, ...values.map(({ label }) => label)])
    case 'roadmap':
      return [block.roadmap.start, ...block.roadmap.lanes.flatMap(({ stops }) => stops.map(({ date }) => date))]
    case 'post':
      return [...block.post.caption, block.post.hashtags]
    case 'storyboard':
      return block.shots.flatMap(({ words, action, seconds }) => [words, action, seconds])
    case 'sources':
      return block.sources.map(({ title }) => title)
  }
}

test('a PDF is sent with its content type, and is not sent again to a browser that already has it', async () => {
  await using app = await startApp()
  const address = `${app.url}/samples/roadmap.pdf`

  const first = await fetch(address)
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(
    Buffer.from(await first.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(first.headers.get('link')).toBe('<http://localhost:5001/samples/roadmap>; rel="canonical"')

  const etag = first.headers.get('etag') ?? ''
  const again = await fetch(address, { headers: { 'if-none-match': etag } })
  expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, etag, ''])
  expect((await fetch(`${app.url}/samples/unknown.pdf`)).status).toBe(404)
})

test("a PDF shows the company's current name", async () => {
  await using app = await startApp()
  const read = async () => readPdf(new Uint8Array(await (await fetch(`${app.url}/samples/roadmap.pdf`)).arrayBuffer()))
  expect((await read()).text).toContain('FutureWorld Consultancy')
  await app.rows(`update company set settings = settings || '{"brandName": "Another Name"}'`)
  const { text, info } = await read()
  expect(text).toContain('Another Name')
  expect(text).not.toContain('FutureWorld')
  expect(info.Author).toBe('Another Name')
})

test('the list of samples is public and includes every page', async () => {
  await using app = await startApp()
  const { status, body } = await app.visitor.get('/api/samples')
  expect(status).toBe(200)
  expect(body.data).toEqual(samples)
})

test('each sample names a package on sale, with its title and service', async () => {
  await using app = await startApp()
  const { body } = await app.visitor.get('/api/packages')
  for (const { packageId: id, packageTitle: title, serviceType } of samples)
    expect(body.data).toContainEqual(expect.objectContaining({ id, title, serviceType }))
})
