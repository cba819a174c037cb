import type { APIRequestContext } from '@playwright/test'
import { expect, sitemapPaths, test } from '../support/test.ts'

test('every public page has its own title, description and canonical URL, and a shared image', async ({
  request,
  site,
}) => {
  const addresses = (await sitemapPaths(request)).map((path) => site.url + path)
  expect(addresses).toContain(`${site.url}/`)
  const unique = { titles: new Set<string>(), descriptions: new Set<string>(), pictures: new Set<string>() }

  for (const address of addresses) {
    const html = await (await request.get(address)).text()
    const title = html.match(/<title>([^<]+)/)?.[1] ?? ''
    const description = content(html, 'name="description"')
    expect(title.length, address).toBeGreaterThan(10)
    expect(description.length, address).toBeGreaterThan(50)
    expect(description.length, address).toBeLessThan(165)
    unique.titles.add(title)
    unique.descriptions.add(description)
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(content(html, 'property="og:url"')).toBe(address)
    expect(html, address).not.toContain('noindex')
    const picture = content(html, 'property="og:image"')
    await isSharedPicture(request, picture)
    unique.pictures.add(picture)
  }
  expect(unique.pictures.size).toBe(addresses.length)
  expect(unique.titles.size).toBe(addresses.length)
  expect(unique.descriptions.size).toBe(addresses.length)
})

test('service pages have structured data about prices in both markets, breadcrumbs, questions and the film', async ({
  request,
}) => {
  for (const service of ['my-future', 'study-world', 'biz-future']) {
    const html = await (await request.get(`/services/${service}`)).text()
    const data = structuredData(html)
    expect(data.map((object) => object['@type'])).toEqual(['Service', 'BreadcrumbList', 'FAQPage', 'VideoObject'])
    const currencies = data[0].offers.map(({ priceCurrency }: { priceCurrency: string }) => priceCurrency)
    expect(currencies).toEqual(['GBP', 'USD', 'GBP', 'USD'])
    for (const { name } of data[2].mainEntity) expect(html).toContain(`>${escaped(name)}<`)
    expect((await request.head(data[3].contentUrl)).status()).toBe(200)
    await isSharedPicture(request, data[3].thumbnailUrl)
  }
})

test('a guide is marked up as an article with breadcrumbs, and links to the feed', async ({ request }) => {
  const html = await (await request.get('/guides/refunds')).text()
  expect(structuredData(html).map((object) => object['@type'])).toEqual(['Article', 'BreadcrumbList'])
  expect(content(html, 'property="og:type"')).toBe('article')
  expect(html).toMatch(/<link rel="alternate" type="application\/atom\+xml" href="[^"]+\/guides.xml"/)
  expect((await request.get('/guides/no-such-guide')).status()).toBe(404)
})

test('private pages are not indexed, and robots.txt names the sitemap', async ({ request, site }) => {
  for (const address of [
    '/login',
    '/register',
    '/portal/dashboard',
    '/checkout/stripe',
    '/checkout',
    '/confirmation',
    '/nowhere',
  ]) {
    expect((await request.get(address)).headers()['x-robots-tag'], address).toBe('noindex')
  }
  expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${site.url}/sitemap.xml`)
})

test('the manifest names the company, and its icons have the declared sizes', async ({ request }) => {
  const answer = await request.get('/manifest.webmanifest')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const { name, icons, start_url: startUrl, display } = await answer.json()
  expect([startUrl, display]).toEqual(['/portal/dashboard', 'standalone'])
  expect(name).toBe('FutureWorld Consultancy')
  for (const { src, sizes } of icons) {
    const [width] = sizeOfPng(await (await request.get(src)).body())
    expect(`${width}x${width}`).toBe(sizes)
  }
  const kinds = icons.map(({ sizes, purpose = 'any' }: { sizes: string; purpose?: string }) => `${sizes} ${purpose}`)
  expect(kinds).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
})

async function isSharedPicture(request: APIRequestContext, address: string) {
  const answer = await request.get(address)
  expect([answer.status(), answer.headers()['content-type']], address).toEqual([200, 'image/jpeg'])
}

/** Reads the width and height, which are at fixed offsets in the PNG header. */
function sizeOfPng(file: Buffer): [number, number] {
  return [file.readUInt32BE(16), file.readUInt32BE(20)]
}

function content(html: string, attribute: string): string {
  return html.match(new RegExp(`<meta ${attribute} content="([^"]+)"`))?.[1] ?? ''
}

// biome-ignore lint/suspicious/noExplicitAny: structured data of any kind, which its test checks
function structuredData(html: string): any[] {
  const scripts = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
  return [...scripts].map(([, json = '']) => JSON.parse(json))
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
}
