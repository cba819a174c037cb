import { gzipSync } from 'node:zlib'
import type { Page, Request } from '@playwright/test'
import { enterPortal, expect, test, withoutStream } from './support/test.ts'

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

/** Bytes of script, packed by gzip, of a first visit of a portal page without what it fetches ahead for the next ones. */
const MOST_SCRIPT = 212_000

const portalPages = [
  '/portal/dashboard',
  '/portal/profile',
  '/portal/packages',
  '/portal/bookings',
  '/portal/invoices',
  '/portal/messages',
  '/portal/notifications',
  '/portal/security',
]

test(`each page of the portal runs on less than ${MOST_SCRIPT / 1_000} kB of script`, async ({
  page,
  site,
  visitor,
}) => {
  await withoutStream(page)
  await enterPortal(page, site, visitor)
  const weights: Record<string, number> = {}
  for (const path of portalPages) weights[path] = await scriptWeight(page, path)
  test.info().annotations.push({ type: 'bytes', description: JSON.stringify(weights) })
  const tooHeavy = Object.entries(weights).filter(([, bytes]) => bytes > MOST_SCRIPT)
  expect(tooHeavy).toEqual([])
})

/** Of the files that the page itself names or imports. What is fetched ahead bears the name of the page it belongs to. */
async function scriptWeight(page: Page, path: string): Promise<number> {
  const files = new Set<string>()
  const onRequest = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith('.js')) files.add(pathname)
  }
  page.on('request', onRequest)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('request', onRequest)
  const ahead = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('body link[rel="modulepreload"]')].map(
      ({ href }) => new URL(href).pathname,
    ),
  )
  const own = [...files].filter((file) => !ahead.includes(file))
  const sizes = await Promise.all(own.map(async (file) => gzipSync(await (await page.request.get(file)).body()).length))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
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
