import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readContentVersion } from '#features/marketing/server/public.ts'
import { startApp, type TestApp } from '../../../tests/support/app/start-app.ts'
import type { makeClient } from '../../../tests/support/app/test-client.ts'
import { newVersion } from '../../../tests/support/given/package-versions.ts'
import { stripeOrigins } from './content-security-policy.ts'
import { servePages } from './serve-pages.ts'

type Page = { status?: number; html: string }

/** A process of the site whose service page shows the package prices of the API. */
async function openProcess(
  app: TestApp,
  render: (path: string) => Promise<Page> = (path) => pricesOf(app.visitor, path),
) {
  const lines: string[] = []
  const server: FastifyInstance = Fastify({ logger: { stream: { write: (line) => void lines.push(line) } } })
  onTestFinished(() => server.close())
  const memory = await servePages({
    app: server,
    renderPage: async ({ url }) => {
      const { status = 200, html } = await render(new URL(url).pathname)
      return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
    },
    publicUrl: 'https://futureworld.example',
    providerOrigins: stripeOrigins,
    readEdition: () => readContentVersion(app.context),
  })
  const ask = (url = '/services/my-future', headers = {}) => server.inject({ url, headers })
  return { memory, ask, lines, read: async (url?: string) => (await ask(url)).body }
}

async function pricesOf(client: ReturnType<typeof makeClient>, path: string): Promise<Page> {
  const { body } = await client.get('/api/packages')
  return { html: `${path}: ${body.data.map(({ price }: { price: number }) => price).join(' ')}` }
}

const dearer = (packageId: string) => newVersion(packageId, { net_price: 'net_price + 100' })
const [before, after] = ['/services/my-future: 99 29 99 199 99 199', '/services/my-future: 100 29 99 199 99 199']

test('every process shows a changed price after its next check, with another ETag', async () => {
  await using app = await startApp()
  const processes = [await openProcess(app), await openProcess(app)]
  for (const { memory } of processes) await memory.renew()
  const known = String((await processes[0]?.ask())?.headers.etag)

  await app.rows(dearer('my-future-basic'))

  for (const { memory, ask, read } of processes) {
    expect(await read()).toBe(before)
    await memory.renew()
    const answer = await ask(undefined, { 'if-none-match': known })
    expect([answer.statusCode, answer.body]).toEqual([200, after])
    expect(answer.headers.etag).not.toBe(known)
  }
})

const changes = {
  'a market': 'update market set tax_label = tax_label',
  'what is on sale': "update package set on_sale = false where id = 'biz-future-pro'",
  'a new version of a package': `insert into package_version
    select package_id, 2, title, description, net_price, billing, span_weeks, span_months, features, image, created_at
    from package_version where package_id = 'biz-future-pro'`,
  'what a package promises': newVersion('biz-future-pro', { quantity: 'quantity + 1' }),
  'the company': 'update company set settings = settings || \'{"phone": "1"}\'',
}

test.each(Object.entries(changes))(
  'a change to %s changes the content version, and a rollback does not',
  async (_, change) => {
    await using app = await startApp()
    const edition = await readContentVersion(app.context)

    const client = await app.database.pool.connect()
    for (const statement of ['begin', change, 'rollback']) await client.query(statement)
    client.release()
    expect(await readContentVersion(app.context)).toBe(edition)

    await app.rows(change)
    expect(await readContentVersion(app.context)).not.toBe(edition)
  },
)

test('the content version changes with the year in London', async () => {
  await using app = await startApp()
  const editionAt = (moment: string) => readContentVersion({ ...app.context, now: () => new Date(moment) })
  expect(await editionAt('2026-12-31T23:59:59Z')).not.toBe(await editionAt('2027-01-01T00:00:00Z'))
})

test('nothing is rendered again while nothing has changed', async () => {
  await using app = await startApp()
  const rendered: string[] = []
  const { memory } = await openProcess(app, async (path) => ({ html: String(rendered.push(path)) }))
  await memory.renew()
  const first = [...rendered]

  await app.visitor.get('/api/packages')
  await app.rows("update package set on_sale = true where id = 'nothing'")
  await memory.renew()

  expect(new Set(first).size).toBe(first.length)
  expect(rendered).toEqual(first)
})

test('old pages are served until all new ones are ready, then all change together', async () => {
  await using app = await startApp()
  let whileRendering = async () => {}
  const site = await openProcess(app, async (path) => {
    await whileRendering()
    return pricesOf(app.visitor, path)
  })
  await site.memory.renew()
  await app.rows(dearer('my-future-basic'))

  const seen = new Set<string>()
  whileRendering = async () => void seen.add(await site.read())
  await site.memory.renew()

  expect([...seen]).toEqual([before])
  expect(await site.read()).toBe(after)
})

test('pages rendered during a price change are discarded and rendered again at the next check', async () => {
  await using app = await startApp()
  let whileRendering = async () => {}
  const site = await openProcess(app, async (path) => {
    const page = await pricesOf(app.visitor, path)
    await whileRendering()
    return page
  })
  await site.memory.renew()
  await app.rows(dearer('my-future-basic'))

  whileRendering = async () => {
    whileRendering = async () => {}
    await app.rows(dearer('biz-future-basic'))
  }
  await site.memory.renew()
  expect(await site.read()).toBe(before)

  await site.memory.renew()
  expect(await site.read()).toBe('/services/my-future: 100 29 99 199 100 199')
})

test('a page that fails to render is served from cache, logged once and retried at each check', async () => {
  await using app = await startApp()
  let isBroken = false
  const site = await openProcess(app, async (path) => {
    if (isBroken && path === '/services/my-future') return { status: 500, html: 'Something went wrong' }
    if (isBroken && path === '/about') throw new Error('no way')
    return pricesOf(app.visitor, path)
  })
  await site.memory.renew()
  await app.rows(dearer('my-future-basic'))

  isBroken = true
  await site.memory.renew()
  await site.memory.renew()
  expect([await site.read(), await site.read('/')]).toEqual([before, '/: 100 29 99 199 99 199'])
  expect(site.lines.filter((line) => line.includes('a page could not be rendered'))).toHaveLength(2)

  isBroken = false
  await site.memory.renew()
  expect(await site.read()).toBe(after)
})

test('a page that fails before it was cached returns its error, and the next request retries', async () => {
  await using app = await startApp()
  let isBroken = true
  const site = await openProcess(app, async (path) =>
    isBroken ? { status: 503, html: 'Back in a moment' } : pricesOf(app.visitor, path),
  )

  const failed = await site.ask()
  expect([failed.statusCode, failed.body, failed.headers['cache-control']]).toEqual([
    503,
    'Back in a moment',
    'no-store',
  ])

  isBroken = false
  const whole = await site.ask()
  expect([whole.statusCode, whole.body]).toEqual([200, before])
  expect(whole.headers).not.toHaveProperty('x-robots-tag')
})

test('a removed page returns 404 after the next check, and can come back', async () => {
  await using app = await startApp()
  let isThere = true
  const site = await openProcess(app, async (path) =>
    isThere ? pricesOf(app.visitor, path) : { status: 404, html: 'Nothing here' },
  )
  await site.memory.renew()

  isThere = false
  await app.rows(dearer('my-future-basic'))
  await site.memory.renew()
  const gone = await site.ask()
  expect([gone.statusCode, gone.headers['x-robots-tag']]).toEqual([404, 'noindex'])

  isThere = true
  await app.rows(dearer('biz-future-basic'))
  await site.memory.renew()
  expect((await site.ask()).statusCode).toBe(200)
})

test('a new page is compressed quickly first, and fully later', async () => {
  await using app = await startApp()
  const words = Array.from({ length: 4_000 }, (_, index) => `${(index * 7_919) % 1_009} words`).join(' ')
  const { memory, ask } = await openProcess(app, async (path) => {
    const { html } = await pricesOf(app.visitor, path)
    return { html: `${html} ${words}` }
  })
  const sizeOf = async () => Number((await ask(undefined, { 'accept-encoding': 'br' })).headers['content-length'])
  const hasty = await sizeOf()
  for (let looks = 0; looks < 11; looks += 1) await memory.renew()
  const first = await sizeOf()
  expect(hasty).toBeGreaterThan(first * 1.02)

  await app.rows(dearer('my-future-basic'))
  await memory.renew()
  expect(await sizeOf()).toBeGreaterThan(first * 1.02)

  for (let looks = 0; looks < 11; looks += 1) await memory.renew()
  expect(Math.abs((await sizeOf()) - first)).toBeLessThan(first * 0.01)
})
