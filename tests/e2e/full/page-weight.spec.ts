import { gzipSync } from 'node:zlib'
import type { Browser, Page } from '@playwright/test'
import { phone } from '../support/screen-sizes.ts'
import { expect, sitemapPaths, test } from '../support/test.ts'

/** Bytes of a first visit on a phone before anything is pressed: text, styles, fonts, scripts and pictures. */
const MAX_FIRST_VISIT = 90 * 1_024

/** Bytes of script once a visitor uses the page. */
const MAX_SCRIPT = 60 * 1_024

/** What a visitor does on a page that needs the most script. */
const uses: Record<string, (page: Page) => Promise<void>> = {
  '/services/my-future': async (page) => {
    await page.getByRole('link', { name: 'Watch the film' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  },
  '/contact': (page) => sendEmptyForm(page, 'Send message'),
  '/complaints': (page) => sendEmptyForm(page, 'Send complaint'),
}

test('a first visit to any public page on a phone is light, and so are the scripts of what a visitor uses', async ({
  browser,
  request,
  site,
}) => {
  const weights = []
  for (const path of await sitemapPaths(request)) weights.push(await weigh(browser, site.url, path))
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weights) })
  expect(weights.filter(({ firstVisit }) => firstVisit > MAX_FIRST_VISIT)).toEqual([])
  expect(weights.filter(({ script }) => script > MAX_SCRIPT)).toEqual([])
})

/** Bytes of gzipped script per page, excluding what the portal prefetches for other pages. */
const mostScript = {
  '/portal/dashboard': 152_600,
  '/portal/packages': 151_100,
  '/portal/bookings': 149_400,
  '/portal/invoices': 146_700,
  '/portal/messages': 151_100,
  '/portal/notifications': 147_000,
  // These two pages validate forms in the browser.
  '/portal/profile': 203_600,
  '/portal/security': 209_100,
  // Shares scripts with the checkouts, which validate forms, too.
  '/confirmation': 203_600,
}

/** Each file is a request, and small files compress badly (docs/decisions/0021). Pages with forms have more files. */
const MAX_FILES = 18

test('no portal page, and no receipt, exceeds its limits for script size and number of files', async ({
  memberPage: page,
}) => {
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

async function sendEmptyForm(page: Page, button: string) {
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByText('Name is required')).toBeVisible()
}

/** Opens the page with an empty cache, and then uses it. */
async function weigh(browser: Browser, baseURL: string, path: string) {
  const page = await browser.newPage({ baseURL, viewport: phone, deviceScaleFactor: 2 })
  const session = await page.context().newCDPSession(page)
  const addresses = new Map<string, string>()
  const weight = { path, firstVisit: 0, script: 0 }
  let hasUsed = false
  session.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!hasUsed) weight.firstVisit += encodedDataLength
    if (addresses.get(requestId)?.endsWith('.js')) weight.script += encodedDataLength
  })
  await session.send('Network.enable')
  await page.goto(path, { waitUntil: 'networkidle' })
  hasUsed = true
  await uses[path]?.(page)
  await page.close()
  return weight
}
