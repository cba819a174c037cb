import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { enterPortal, expect, test } from './support/test.ts'

/** Bytes over the wire until a page has loaded and can be read: its text, styles and fonts, heads included. */
const MOST_TO_READ = 55_000

/** Bytes of all that a first visit fetches without a touch: the scripts that start after the page has loaded, too. */
const mostInAll = {
  '/': 209_000,
  '/services/my-future': 214_000,
  '/services/study-world': 214_000,
  '/services/biz-future': 214_000,
  '/about': 194_000,
  '/contact': 246_000,
  '/privacy': 194_000,
  '/terms': 194_000,
  '/accessibility': 194_000,
  '/complaints': 246_000,
}

for (const [path, most] of Object.entries(mostInAll)) {
  test(`${path} can be read after ${MOST_TO_READ / 1_000} kB and is whole after ${most / 1_000} kB`, async ({
    page,
  }) => {
    const weight = await weighed(page, path)
    test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weight) })
    expect(weight.toRead).toBeLessThan(MOST_TO_READ)
    expect(weight.inAll).toBeLessThan(most)
    expect(weight.files.filter((file) => file.startsWith('/video/'))).toEqual([])
  })
}

/** Bytes of script, packed by gzip, without what a page of the portal fetches ahead for the next ones. */
const mostScript = {
  '/portal/dashboard': 150_000,
  '/portal/packages': 150_000,
  '/portal/bookings': 148_000,
  '/portal/invoices': 146_000,
  '/portal/messages': 150_000,
  '/portal/notifications': 146_500,
  // Whose forms check what is typed.
  '/portal/profile': 206_000,
  '/portal/security': 211_000,
}

/** Each file is a request, and small ones pack badly (docs/decisions/0022). Forms bring more. */
const MOST_FILES = 18

test('no page of the portal runs on more script than it has room for', async ({ page, site, visitor }) => {
  await enterPortal(page, site, visitor)
  const weights = await Promise.all(
    Object.entries(mostScript).map(async ([path, most]) => ({ path, most, ...(await scriptWeight(page, path)) })),
  )
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weights) })
  expect(weights.filter(({ bytes }) => bytes === 0)).toEqual([])
  expect(weights.filter(({ bytes, most }) => bytes > most)).toEqual([])
  expect(weights.filter(({ most, files }) => most < 160_000 && files > MOST_FILES)).toEqual([])
})

/** Of the files that the page names, and of those that they cannot run without. */
async function scriptWeight(page: Page, path: string): Promise<{ bytes: number; files: number }> {
  const html = await (await page.request.get(path)).text()
  const files = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  let bytes = 0
  // Whatever is found on the way is looked at too.
  for (const file of files) {
    const script = await (await page.request.get(file)).text()
    for (const [, name] of script.matchAll(/(?:import|from)\s*["']\.\/([\w.-]+\.js)["']/g)) files.add(`/assets/${name}`)
    bytes += gzipSync(script).length
  }
  return { bytes, files: files.size }
}

async function weighed(page: Page, path: string) {
  const browser = await page.context().newCDPSession(page)
  const addresses = new Map<string, string>()
  const weight = { toRead: 0, inAll: 0, files: [] as string[] }
  let hasLoaded = false
  page.on('load', () => {
    hasLoaded = true
  })
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    weight.inAll += encodedDataLength
    if (!hasLoaded) weight.toRead += encodedDataLength
    weight.files.push(new URL(addresses.get(requestId) ?? 'http://unknown/').pathname)
  })
  await browser.send('Network.enable')
  await page.goto(path, { waitUntil: 'networkidle' })
  return weight
}
