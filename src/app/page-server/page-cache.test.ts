import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readContentVersion } from '#features/marketing/server/public.ts'
import { startApp, type TestApp } from '#tests/support/app/start-app.ts'
import type { makeClient } from '#tests/support/app/test-client.ts'
import { newVersion } from '#tests/support/given/package-versions.ts'
import { stripeOrigins } from './content-security-policy.ts'
import { listGuidePages } from './public-pages.ts'
import { servePages } from './serve-pages.ts'
import { callInProcess } from './web-bundle.ts'

type Page = { status?: number; html: string }

/** A process of the site whose service page shows the package prices from the API. */
async function openProcess(
  app: TestApp,
  render: (path: string) => Promise<Page> = (path) => renderPrices(app.visitor, path),
) {
  const lines: string[] = []
  const server: FastifyInstance = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
  onTestFinished(() => server.close())
  const cache = await servePages({
    app: server,
    renderPage: async ({ url }) => {
      const { status = 200, html } = await render(new URL(url).pathname)
      return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
    publicUrl: 'https://futureworld.example',
    providerOrigins: stripeOrigins,
    readEdition: () => readContentVersion(app.context),
    listContentPaths: async () => (await listGuidePages(callInProcess(app.app))).map(({ path: guide }) => guide),
  })
  const get = (url = '/services/my-future', headers = {}) => server.inject({ url, headers })
  return { memory: cache, ask: get, lines, read: async (url?: string) => (await get(url)).body }
}

async function renderPrices(client: ReturnType<typeof makeClient>, path: string): Promise<Page> {
  const { body } = await client.get('/api/packages')
  return { html: `${path}: ${body.data.map(({ price }: { price: number }) => price).join(' ')}` }
}

const raisePrice = (packageId: string) => newVersion(packageId, { net_price: 'net_price + 100' })
const [oldPrices, newPrices] = ['/services/my-future: 99 29 99 199 99 199', '/services/my-future: 100 29 99 199 99 199']

test('after its next check, every process shows a changed price and sends a new ETag', async () => {
  await using app = await startApp()
  const processes = [await openProcess(app), await openProcess(app)]
  for (const { memory } of processes) await memory.update()
  const knownEtag = String((await processes[0]?.ask())?.headers.etag)

  await app.rows(raisePrice('my-future-basic'))

  for (const { memory, ask, read } of processes) {
    expect(await read()).toBe(oldPrices)
    await memory.update()
    const response = await ask(undefined, { 'if-none-match': knownEtag })
    expect([response.statusCode, response.body]).toEqual([200, newPrices])
    expect(response.headers.etag).not.toBe(knownEtag)
  }
})

const changes = {
  'a guide': "update guide set title = 'Another title' where slug = 'refunds'",
  'a market': 'update market set tax_label = tax_label',
  'the packages on sale': "update package set on_sale = false where id = 'biz-future-pro'",
  'a new version of a package': `insert into package_version
    select package_id, 2, title, description, net_price, billing, span_weeks, span_months, features, image, created_at
    from package_version where package_id = 'biz-future-pro'`,
  'the contents of a package': newVersion('biz-future-pro', { quantity: 'quantity + 1' }),
  'the company': 'update company set settings = settings || \'{"phone": "1"}\'',
}

test.each(Object.entries(changes))(
  'a change to %s changes the content version, and a rollback does not',
  async (_, change) => {
    await using app = await startApp()
    const version = await readContentVersion(app.context)

    const client = await app.database.pool.connect()
    for (const statement of ['begin', change, 'rollback']) await client.query(statement)
    client.release()
    expect(await readContentVersion(app.context)).toBe(version)

    await app.rows(change)
    expect(await readContentVersion(app.context)).not.toBe(version)
  },
)

test('the content version changes with the year in London', async () => {
  await using app = await startApp()
  const readVersionAt = (moment: string) => readContentVersion({ ...app.context, now: () => new Date(moment) })
  expect(await readVersionAt('2026-12-31T23:59:59Z')).not.toBe(await readVersionAt('2027-01-01T00:00:00Z'))
})

test('nothing is rendered again while nothing has changed', async () => {
  await using app = await startApp()
  const rendered: string[] = []
  const { memory } = await openProcess(app, async (path) => ({ html: String(rendered.push(path)) }))
  await memory.update()
  const firstRendered = [...rendered]

  await app.visitor.get('/api/packages')
  await app.rows("update package set on_sale = true where id = 'nothing'")
  await memory.update()

  expect(new Set(firstRendered).size).toBe(firstRendered.length)
  expect(rendered).toEqual(firstRendered)
})

test('old pages are served until all new ones are ready, then all change together', async () => {
  await using app = await startApp()
  let onRender = async () => {}
  const site = await openProcess(app, async (path) => {
    await onRender()
    return renderPrices(app.visitor, path)
  })
  await site.memory.update()
  await app.rows(raisePrice('my-future-basic'))

  const servedPages = new Set<string>()
  onRender = async () => void servedPages.add(await site.read())
  await site.memory.update()

  expect([...servedPages]).toEqual([oldPrices])
  expect(await site.read()).toBe(newPrices)
})

test('pages rendered during a price change are discarded and rendered again at the next check', async () => {
  await using app = await startApp()
  let onRender = async () => {}
  const site = await openProcess(app, async (path) => {
    const page = await renderPrices(app.visitor, path)
    await onRender()
    return page
  })
  await site.memory.update()
  await app.rows(raisePrice('my-future-basic'))

  onRender = async () => {
    onRender = async () => {}
    await app.rows(raisePrice('biz-future-basic'))
  }
  await site.memory.update()
  expect(await site.read()).toBe(oldPrices)

  await site.memory.update()
  expect(await site.read()).toBe('/services/my-future: 100 29 99 199 100 199')
})

test('if a page fails to render, it is served from cache, logged once and retried at each check', async () => {
  await using app = await startApp()
  let isBroken = false
  const site = await openProcess(app, async (path) => {
    if (isBroken && path === '/services/my-future') return { status: 500, html: 'Something went wrong' }
    if (isBroken && path === '/about') throw new Error('no way')
    return renderPrices(app.visitor, path)
  })
  await site.memory.update()
  await app.rows(raisePrice('my-future-basic'))

  isBroken = true
  await site.memory.update()
  await site.memory.update()
  expect([await site.read(), await site.read('/')]).toEqual([oldPrices, '/: 100 29 99 199 99 199'])
  expect(site.lines.filter((line) => line.includes('a page could not be rendered'))).toHaveLength(2)

  isBroken = false
  await site.memory.update()
  expect(await site.read()).toBe(newPrices)
})

test('if a page fails before it is cached, its error is returned and the next request retries', async () => {
  await using app = await startApp()
  let isBroken = true
  const site = await openProcess(app, async (path) =>
    isBroken ? { status: 503, html: 'Back in a moment' } : renderPrices(app.visitor, path),
  )

  const failed = await site.ask()
  expect([failed.statusCode, failed.body, failed.headers['cache-control']]).toEqual([
    503,
    'Back in a moment',
    'no-store',
  ])

  isBroken = false
  const retried = await site.ask()
  expect([retried.statusCode, retried.body]).toEqual([200, oldPrices])
  expect(retried.headers).not.toHaveProperty('x-robots-tag')
})

test('a removed page returns 404 after the next check, and can be added again', async () => {
  await using app = await startApp()
  let pageExists = true
  const site = await openProcess(app, async (path) =>
    pageExists ? renderPrices(app.visitor, path) : { status: 404, html: 'Nothing here' },
  )
  await site.memory.update()

  pageExists = false
  await app.rows(raisePrice('my-future-basic'))
  await site.memory.update()
  const removed = await site.ask()
  expect([removed.statusCode, removed.headers['x-robots-tag']]).toEqual([404, 'noindex'])

  pageExists = true
  await app.rows(raisePrice('biz-future-basic'))
  await site.memory.update()
  expect((await site.ask()).statusCode).toBe(200)
})

test('a new page is compressed quickly first, and fully later', async () => {
  await using app = await startApp()
  const filler = Array.from({ length: 4_000 }, (_, index) => `${(index * 7_919) % 1_009} words`).join(' ')
  const { memory, ask } = await openProcess(app, async (path) => {
    const { html } = await renderPrices(app.visitor, path)
    return { html: `${html} ${filler}` }
  })
  const measureSize = async () => Number((await ask(undefined, { 'accept-encoding': 'br' })).headers['content-length'])
  const quickSize = await measureSize()
  for (let check = 0; check < 11; check += 1) await memory.update()
  const fullSize = await measureSize()
  expect(quickSize).toBeGreaterThan(fullSize * 1.02)

  await app.rows(raisePrice('my-future-basic'))
  await memory.update()
  expect(await measureSize()).toBeGreaterThan(fullSize * 1.02)

  for (let check = 0; check < 11; check += 1) await memory.update()
  expect(Math.abs((await measureSize()) - fullSize)).toBeLessThan(fullSize * 0.01)
})

test('a guide is served from memory until it is hidden, and an unknown address is never kept', async () => {
  await using app = await startApp()
  const listSlugs = async () =>
    (await app.visitor.get('/api/guides')).body.data.map(({ slug }: { slug: string }) => slug)
  const rendered: string[] = []
  const { memory, ask } = await openProcess(app, async (path) => {
    rendered.push(path)
    const isShown = (await listSlugs()).includes(path.split('/').at(-1))
    return path.startsWith('/guides/') && !isShown ? { status: 404, html: 'Nothing here' } : { html: path }
  })
  const readStatus = async (url: string) => {
    const { statusCode, headers } = await ask(url)
    return [statusCode, headers['cache-control']]
  }
  const cached = [200, 'public, max-age=0, must-revalidate']
  const fresh = [404, 'no-store']

  expect(await readStatus('/guides/refunds')).toEqual(cached)
  await memory.update()
  expect(memory.find('/guides/after-a-levels')?.page).toBeDefined()
  expect(await readStatus('/guides/no-such-guide')).toEqual(fresh)
  expect(memory.find('/guides/no-such-guide')).toBeUndefined()
  expect(rendered.filter((path) => path === '/guides/no-such-guide')).toHaveLength(1)

  await app.rows("update guide set is_shown = false where slug = 'refunds'")
  await memory.update()
  expect(memory.find('/guides/refunds')).toBeUndefined()
  expect(await readStatus('/guides/refunds')).toEqual(fresh)
})
