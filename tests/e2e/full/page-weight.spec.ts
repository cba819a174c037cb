import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from '../support/test.ts'

/** Bytes sent until the load event: HTML, styles and fonts, including headers, without illustrations. */
const MAX_TO_READ = 55_000

/** Bytes of the illustrations that a first visit loads without scrolling. They do not delay any text. */
const MAX_ILLUSTRATIONS = 140_000

/** Bytes sent during a first visit without interaction or illustrations, including scripts that start after the load event. */
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
  '/security': 194_000,
  '/guides': 194_000,
  '/guides/study-in-the-netherlands-or-germany': 200_000,
}

for (const [path, most] of Object.entries(mostInAll)) {
  test(`${path} is readable within ${MAX_TO_READ / 1_000} kB and complete within ${most / 1_000} kB`, async ({
    page,
  }) => {
    const weight = await weighed(page, path)
    test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weight) })
    expect(weight.toRead).toBeLessThan(MAX_TO_READ)
    expect(weight.inAll).toBeLessThan(most)
    expect(weight.illustrations).toBeLessThan(MAX_ILLUSTRATIONS)
    expect(weight.files.filter((file) => file.startsWith('/video/'))).toEqual([])
  })
}

/** Bytes of gzipped script per page, excluding what the portal prefetches for other pages. */
const mostScript = {
  '/portal/dashboard': 151_400,
  '/portal/packages': 150_500,
  '/portal/bookings': 149_400,
  '/portal/invoices': 146_700,
  '/portal/messages': 150_700,
  '/portal/notifications': 147_000,
  // These two pages validate forms in the browser.
  '/portal/profile': 202_000,
  '/portal/security': 208_500,
}

/** Each file is a request, and small files compress badly (docs/decisions/0021). Pages with forms have more files. */
const MAX_FILES = 18

test('no portal page exceeds its limits for script size and number of files', async ({ memberPage: page }) => {
  const weights = await Promise.all(
    Object.entries(mostScript).map(async ([path, most]) => ({ path, most, ...(await scriptWeight(page, path)) })),
  )
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weights) })
  expect(weights.filter(({ bytes }) => bytes === 0)).toEqual([])
  expect(weights.filter(({ bytes, most }) => bytes > most)).toEqual([])
  expect(weights.filter(({ most, files }) => most < 160_000 && files > MAX_FILES)).toEqual([])
})

/** Adds up the script files that the page names, and their static imports. */
async function scriptWeight(page: Page, path: string): Promise<{ bytes: number; files: number }> {
  const html = await (await page.request.get(path)).text()
  const files = new Set(html.match(/\/assets\/[\w.-]+\.js/g))
  let bytes = 0
  // The loop also visits files that are added to the set during it.
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
  const weight = { toRead: 0, inAll: 0, illustrations: 0, files: [] as string[] }
  let hasLoaded = false
  page.on('load', () => {
    hasLoaded = true
  })
  browser.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  browser.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = new URL(addresses.get(requestId) ?? 'http://unknown/').pathname
    weight.files.push(file)
    if (file.startsWith('/images/illustrations/')) {
      weight.illustrations += encodedDataLength
      return
    }
    weight.inAll += encodedDataLength
    if (!hasLoaded) weight.toRead += encodedDataLength
  })
  await browser.send('Network.enable')
  await page.goto(path, { waitUntil: 'networkidle' })
  return weight
}
